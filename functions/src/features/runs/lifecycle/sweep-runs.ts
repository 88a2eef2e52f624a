import { isClaimed } from "../../../common/claim.js";
import { eachOf } from "../../../common/each-of.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addMs, dayMs, minuteMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { postRunGraceMs, deleteLeftovers, isUnrecorded } from "./end-run.js";
import { forEachTenantRecord } from "../../../common/tenant-records.js";
import { endOrphanedRun, releaseOrphanedSlot } from "./orphaned-run.js";
import { startNextQueuedRun } from "./start-next-queued-run.js";
import { deletePreviousProjectData } from "../run-connection.js";
import { isEnded } from "../../../contract/runs.js";
import type { RunRecord } from "../run-record.js";
import { enqueueParts, enqueueRecording, enqueueRun } from "./run-tasks.js";
import { taskGraceMs } from "./run-timing.js";

/** An ended run is recorded within this many days, or not at all. */
const recordingDays = 7;

const pageSize = 100;
const concurrency = 10;
/** A queued run is started when the active one ends; this catches ends that were missed. */
const queueGraceMs = 5 * minuteMs;

/**
 * Restarts stalled runs: their task was never enqueued or was lost, a worker died, or its recording was not enqueued. Each
 * run is found by its `nextSweepAt` and handled once per tick. A run that can't be swept or read is logged and doesn't
 * stop the others.
 * @returns how many runs were swept
 */
export async function sweepRuns(deps: Dependencies, until: Date): Promise<number> {
  const { done, failed, unreadable } = await forEachTenantRecord(
    deps.runs.runsDueForSweep(toInstant(deps.clock.now()), pageSize),
    concurrency,
    () => deps.clock.now() >= until,
    ({ workspaceId, record }) => sweep(deps, workspaceId, record),
    ({ workspaceId, record }, error) =>
      deps.logger.error("run not swept", { workspaceId, runId: record.id }, error),
  );
  if (failed + unreadable.length > 0)
    deps.logger.error("runs not swept", { failed, unreadable: unreadable.length });
  await eachOf(
    unreadable,
    concurrency,
    ({ workspaceId, id }) => endOrphanedRun(deps, workspaceId, id),
    ({ workspaceId, id }, error) => deps.logger.error("run not swept", { workspaceId, runId: id }, error),
  );
  return done;
}

async function sweep(deps: Dependencies, workspaceId: WorkspaceId, found: RunRecord): Promise<void> {
  // Before `nextSweepAt` is set, so that what fails here is retried at the next tick.
  if (isEnded(found)) {
    await deleteLeftovers(deps.objects, workspaceId, found);
    await deletePreviousProjectData(deps, workspaceId, found);
    await startNextQueuedRun(deps, workspaceId);
  }
  const { id: runId } = found;
  const run = await deps.runs.transact(workspaceId, async (tx) => {
    const stored = await tx.run(runId);
    const now = deps.clock.now();
    if (!stored?.nextSweepAt || stored.nextSweepAt > toInstant(now)) return null;
    const swept = afterSweep(stored, now);
    tx.saveRun(swept);
    return swept;
  });
  if (!run) return;
  deps.logger.info("run swept", { workspaceId, runId, status: run.status, attempt: run.attempt });
  if (isEnded(run)) {
    if (run.nextSweepAt === null) return;
    await enqueueRecording(deps, workspaceId, run);
  } else if (!run.holdsSlot) {
    await releaseOrphanedSlot(deps, workspaceId);
    await startNextQueuedRun(deps, workspaceId);
  } else if (pendingParts(run).length > 0)
    await enqueueParts(deps, workspaceId, run, stalledParts(run, deps.clock.now()));
  else await enqueueRun(deps, workspaceId, run);
}

/** The record with new task numbers for what is enqueued again, and the next sweep time. */
function afterSweep(run: RunRecord, now: Date): RunRecord {
  if (isEnded(run)) {
    const isOld = toInstant(addMs(now, -recordingDays * dayMs)) > run.finishedAt!;
    const isDone = isOld || !isUnrecorded(run);
    return {
      ...run,
      taskSequence: run.taskSequence + 1,
      nextSweepAt: isDone ? null : toInstant(addMs(now, postRunGraceMs)),
    };
  }
  if (!run.holdsSlot) return { ...run, nextSweepAt: toInstant(addMs(now, queueGraceMs)) };
  const nextSweepAt = toInstant(addMs(now, taskGraceMs));
  if (pendingParts(run).length === 0) return { ...run, nextSweepAt, taskSequence: run.taskSequence + 1 };
  const stalled = new Set(stalledParts(run, now));
  return {
    ...run,
    nextSweepAt,
    parts: run.parts.map((part, index) =>
      stalled.has(index) ? { ...part, taskSequence: part.taskSequence + 1 } : part,
    ),
  };
}

const pendingParts = ({ parts }: RunRecord) => parts.filter(({ status }) => status === "pending");

/** Indexes of pending parts that no worker has leased and that aren't waiting to resume. */
function stalledParts({ parts }: RunRecord, now: Date): number[] {
  return [...parts.keys()].filter((index) => {
    const { status, lease, resumeAt } = parts[index]!;
    return status === "pending" && !isClaimed(lease?.expiresAt, now) && !isClaimed(resumeAt, now);
  });
}
