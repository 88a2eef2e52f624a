import { objectPaths } from "../common/object-paths.js";
import { toInstant } from "../common/time.js";
import type { WorkspaceId } from "../contract/workspaces.js";
import { assessRun } from "../features/incidents/assess-run.js";
import { findSameDayChange } from "../features/project-context/find-same-day-change.js";
import { findUse } from "../features/project-context/find-use.js";
import { recordIncidents } from "../features/incidents/record-incidents.js";
import { writeJson } from "../ports/object-store.js";
import type { TestDependencies } from "./dependencies.js";

type Assess = Parameters<ReturnType<typeof assessRun>>;
type Run = Omit<Assess[2], "versionDays"> & {
  versionDays?: () => readonly string[];
};

/** Records what a run found, as if it had been committed. @returns the incident of each of its rows */
export async function recordFindings(
  deps: Pick<TestDependencies, "incidents" | "connections" | "releases" | "clock" | "objects" | "logger">,
  workspaceId: WorkspaceId,
  run: Run,
  outcomes: Assess[3],
) {
  const { incidentOf, verdicts } = await assessRun({ findUse, findSameDayChange })(
    deps,
    workspaceId,
    { versionDays: () => [], ...run },
    outcomes,
  );
  await writeJson(deps.objects, objectPaths.runVerdicts(workspaceId, run.runId), verdicts);
  const finishedAt = toInstant(deps.clock.now());
  await recordIncidents(deps, workspaceId, { id: run.runId, finishedAt });
  return incidentOf;
}
