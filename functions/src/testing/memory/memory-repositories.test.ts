import type { RunRecord } from "../../features/runs/run-record.js";
import { testDependencies } from "../dependencies.js";
import { describeChannelRepository } from "../suites/channel-repository-suite.js";
import { describeRepositories } from "../suites/repository-suite.js";
import { describeRunRepository } from "../suites/run-repository-suite.js";

describeRepositories("memory", async () => {
  const deps = testDependencies();
  return {
    ...deps,
    own: (id) => id,
    putRun: async (workspaceId, run) => deps.db.set(workspaceId, "runs", run.id, run),
  };
});

describeChannelRepository("memory", async () => testDependencies());

describeRunRepository("memory", () => {
  const deps = testDependencies();
  return {
    ...deps,
    damageRun: async (workspaceId, runId) =>
      deps.db.set(workspaceId, "runs", runId, {
        ...deps.db.get<RunRecord>(workspaceId, "runs", runId),
        parts: "damaged",
      }),
  };
});
