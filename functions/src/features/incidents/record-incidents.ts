import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { eachOf } from "../../common/each-of.js";
import { raise } from "../../common/errors.js";
import { objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { readJson } from "../../ports/object-store.js";
import type { RunRecord } from "../runs/run-record.js";
import {
  applyRun,
  flaggedSchema,
  isLongOver,
  normalSchema,
  openedBy,
  testedRunSchema,
  unfollowed,
} from "./apply-run.js";
import { incidentRecordSchema, type IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";

/** What a run says of its connection's incidents: the problems that it found, and the known ones that are over. */
const runVerdictsSchema = z.object({
  /** Without the time, so that a run that is worked on again writes the same bytes. */
  run: testedRunSchema.omit({ endedAt: true }),
  connectionId: z.string(),
  found: z.array(
    z.object({
      problem: incidentRecordSchema.pick({
        id: true,
        key: true,
        connectionId: true,
        subject: true,
        entity: true,
        parent: true,
        segment: true,
        direction: true,
      }),
      verdict: flaggedSchema,
    }),
  ),
  ended: z.array(z.object({ id: z.string(), key: z.string(), verdict: normalSchema })),
});
export type RunVerdicts = z.infer<typeof runVerdictsSchema>;

const parallel = 10;

/**
 * Updates a connection's incidents after a run has been committed: they open, escalate, end or come back. The same run
 * may be recorded again, and after later ones. Does nothing if the run's files have been deleted.
 */
export async function recordIncidents(
  { incidents, objects }: Pick<Dependencies, "incidents" | "objects">,
  workspaceId: WorkspaceId,
  { id: runId, finishedAt }: Pick<RunRecord, "id" | "finishedAt">,
): Promise<void> {
  const stored = await readJson(objects, objectPaths.runVerdicts(workspaceId, runId));
  if (stored === null) return;
  const { run: tested, connectionId, found, ended } = runVerdictsSchema.parse(stored);
  const run = { ...tested, endedAt: finishedAt! };
  // Read again: another run may have opened or changed incidents since this one was assessed.
  const followed = await incidents.followed(workspaceId, connectionId);
  const known = latestByKey(followed.filter((incident) => !isLongOver(incident, run.lastTestedDay)));
  const changes = new Map<string, (before: IncidentRecord | null) => IncidentChange>();
  for (const incident of followed)
    if (isLongOver(incident, run.lastTestedDay))
      changes.set(incident.id, (before) => before && unfollowed(before, run));
  for (const { problem, verdict } of found) {
    const id = known.get(problem.key)?.id;
    if (id) changes.set(id, (before) => before && applyRun(before, verdict, run));
    else changes.set(problem.id, (before) => (before ? null : openedBy(problem, verdict, run)));
  }
  for (const { id, verdict } of ended) changes.set(id, (before) => before && applyRun(before, verdict, run));
  await eachOf(
    [...changes],
    parallel,
    async ([id, change]) => void (await incidents.change(workspaceId, id, change)),
    (_, error) => raise(error as Error),
  );
}

/** The newest incident of each problem. */
export function latestByKey(incidents: readonly IncidentRecord[]): Map<string, IncidentRecord> {
  const oldestFirst = [...incidents].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return new Map(oldestFirst.map((incident) => [incident.key, incident]));
}
