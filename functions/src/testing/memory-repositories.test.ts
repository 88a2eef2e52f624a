import { testDependencies } from "./dependencies.js";
import { describeRepositories } from "./repository-suite.js";

describeRepositories("memory", async () => {
  const deps = testDependencies();
  return { ...deps, putRun: async (uid, run) => deps.db.set(uid, "runs", run.id, run) };
});
