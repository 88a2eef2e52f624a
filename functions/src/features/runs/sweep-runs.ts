import { eachOf } from "../../shared/each-of.js";
import { addMs, dayMs, minuteMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { aftermathPatienceMs, deleteLeftovers, mayNotify } from "./end-run.js";
import { eachOwned } from "./each-owned.js";
import { endLostRun, freeLostSlot } from "./lost-run.js";
import { releaseNext } from "./release-next.js";
import { forgetFormerProject } from "./run-connection.js";
import { isEnded, type RunRecord } from "./run-record.js";
import { enqueueNotification, enqueueParts, enqueueRun } from "./run-tasks.js";
import { dispatchPatienceMs } from "./run-timing.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "objects" | "connections">;

const pageSize = 100;
const atOnce = 10;
/** A run that waits for another to end is set going by that end; this is for ends that got lost. */
const waitingPatienceMs = 5 * minuteMs;

/**
 * Sets going again what stands still: runs whose task was never enqueued or got lost, whose worker died, whose exports
 * died, and mails that were not asked for. Each is found by its `wakeAt`, and looked at once a tick.
 * What cannot be looked after, or cannot even be read, is told of in the log and keeps no other run waiting.
 * @returns how many were looked after
 */
export async function sweepRuns(deps: Parts, until: Date): Promise<number> {
  const { done, failed, unreadable } = await eachOwned(
    deps.runs.runsToWake(toInstant(deps.clock.now()), pageSize),
    atOnce,
    () => deps.clock.now() >= until,
    ({ uid, record }) => sweep(deps, uid, record),
    ({ uid, record }, error) => deps.logger.error("run not swept", { uid, runId: record.id }, error),
  );
  if (failed + unreadable.length > 0)
    deps.logger.error("runs not swept", { failed, unreadable: unreadable.length });
  await eachOf(
    unreadable,
    atOnce,
    ({ uid, id }) => endLostRun(deps, uid, id),
    ({ uid, id }, error) => deps.logger.error("run not swept", { uid, runId: id }, error),
  );
  return done;
}

async function sweep(deps: Parts, uid: string, found: RunRecord): Promise<void> {
  // Before the run is marked as looked after: what fails here is done at the next tick.
  if (isEnded(found)) {
    await deleteLeftovers(deps.objects, uid, found);
    await forgetFormerProject(deps, uid, found);
    await releaseNext(deps, uid);
  }
  const { id: runId } = found;
  const run = await deps.runs.transact(uid, async (tx) => {
    const stored = await tx.run(runId);
    const now = deps.clock.now();
    if (!stored?.wakeAt || stored.wakeAt > toInstant(now)) return null;
    const woken = awakened(stored, now);
    tx.saveRun(woken);
    return woken;
  });
  if (!run) return;
  deps.logger.info("run swept", { uid, runId, status: run.status, attempt: run.attempt });
  if (isEnded(run)) {
    if (run.wakeAt !== null) await enqueueNotification(deps, uid, run);
  } else if (!run.holdsSlot) {
    await freeLostSlot(deps, uid);
    await releaseNext(deps, uid);
  } else if (pendingParts(run).length > 0)
    await enqueueParts(deps, uid, run, stillParts(run, deps.clock.now()));
  else await enqueueRun(deps, uid, run);
}

/** The record with new task names for what is enqueued again, and the next time to look. */
function awakened(run: RunRecord, now: Date): RunRecord {
  if (isEnded(run)) {
    // Until its mail is settled, but not for ever: a mail about yesterday's run helps nobody.
    const isStale = toInstant(addMs(now, -dayMs)) > run.finishedAt!;
    const isDone = isStale || !mayNotify(run) || run.notification?.sentAt;
    return {
      ...run,
      dispatch: run.dispatch + 1,
      wakeAt: isDone ? null : toInstant(addMs(now, aftermathPatienceMs)),
    };
  }
  if (!run.holdsSlot) return { ...run, wakeAt: toInstant(addMs(now, waitingPatienceMs)) };
  const wakeAt = toInstant(addMs(now, dispatchPatienceMs));
  if (pendingParts(run).length === 0) return { ...run, wakeAt, dispatch: run.dispatch + 1 };
  const still = new Set(stillParts(run, now));
  return {
    ...run,
    wakeAt,
    parts: run.parts.map((part, index) =>
      still.has(index) ? { ...part, dispatch: part.dispatch + 1 } : part,
    ),
  };
}

const pendingParts = ({ parts }: RunRecord) => parts.filter(({ status }) => status === "pending");

/** Parts that nobody works on and that wait for nothing. */
function stillParts({ parts }: RunRecord, now: Date): number[] {
  const instant = toInstant(now);
  return [...parts.keys()].filter((index) => {
    const { status, lease, resumeAt } = parts[index]!;
    return status === "pending" && !(lease && lease.expiresAt > instant) && !(resumeAt && resumeAt > instant);
  });
}
