import { addDays } from "../../common/days.js";
import { eachOf } from "../../common/each-of.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { dayOfPath, isExportPath, isReplayPath, objectPaths } from "../../common/object-paths.js";
import type { ObjectInfo } from "../../ports/object-store.js";
import { exportsKeptMs } from "../account/data-export.js";
import { deleteRunData } from "../runs/lifecycle/delete-run.js";

/** How long aggregates, snapshots, reports and audit logs are kept. Usage is part of the bill and stays. */
export const retentionDays = 400;

const objectsPerTick = 500;
const runsPerTick = 20;
const entriesPerTick = 200;
/** The history of messages. Kept longer than a thread under one of them goes on. */
const deliveriesKeptMs = 90 * dayMs;
/** An invitation is kept after it has ended, so that its link can say so for a while. */
const invitationsKeptMs = 30 * dayMs;
/** A replay can be computed again on request; by then, new days have usually been read. */
const replaysKeptDays = 7;

/**
 * Deletes data that is past its retention, a page at a time. Each tick continues where the last one stopped, so that its
 * cost doesn't depend on the amount of data.
 * @returns how many objects, runs and entries were deleted
 */
export async function applyRetention(deps: Dependencies): Promise<number> {
  const now = deps.clock.now();
  const oldRuns = await deps.runs.runsBefore(toInstant(addMs(now, -retentionDays * dayMs)), runsPerTick);
  const deletedRuns = await eachOf(
    oldRuns,
    1,
    ({ workspaceId, run }) => deleteRunData(deps, workspaceId, run),
    ({ workspaceId, run }, error) =>
      deps.logger.error("old run not deleted", { workspaceId, runId: run.id }, error),
  );

  const deletedEntries = await deps.workspaces.deleteOld(
    {
      audit: toInstant(addMs(now, -retentionDays * dayMs)),
      invitations: toInstant(addMs(now, -invitationsKeptMs)),
    },
    entriesPerTick,
  );
  const deletedDeliveries = await deps.channels.deleteOldDeliveries(
    toInstant(addMs(now, -deliveriesKeptMs)),
    entriesPerTick,
  );
  const exported = await deps.objects.list(objectPaths.allDataExports, { limit: objectsPerTick });
  const page = await deps.objects.list(objectPaths.everything, {
    limit: objectsPerTick,
    cursor: await deps.retentionCursor.read(),
  });
  const old = [
    ...exported.objects.filter(({ updatedAt }) => addMs(updatedAt, exportsKeptMs) <= now),
    ...page.objects.filter((object) => isTooOld(object, now)),
  ];
  const deletedObjects = await eachOf(
    old,
    5,
    ({ path }) => deps.objects.delete(path),
    ({ path }, error) => deps.logger.error("old object not deleted", { path }, error),
  );
  await deps.retentionCursor.write(page.nextCursor);
  return deletedRuns + deletedEntries + deletedDeliveries + deletedObjects;
}

/** Judges daily objects by their own day, however late they were written, and everything else by its last write. */
function isTooOld({ path, updatedAt }: ObjectInfo, now: Date): boolean {
  if (isExportPath(path)) return addMs(updatedAt, exportsKeptMs) <= now;
  const keptDays = isReplayPath(path) ? replaysKeptDays : retentionDays;
  const oldestDay = addDays(toInstant(now).slice(0, 10), -keptDays);
  return (dayOfPath(path) ?? toInstant(updatedAt).slice(0, 10)) < oldestDay;
}
