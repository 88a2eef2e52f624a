import { addMs, minuteMs, secondMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { nothingRead, type PartRead } from "./export-progress.js";
import { lengthOf } from "./plan-run.js";
import { budgetUsedUp, hourlyLimit, RunLostError, type Disposition, type RunFailure } from "./run-failure.js";
import { workerDied } from "./claim-run.js";
import type { RunPart, RunPlan, RunRecord } from "./run-record.js";
import { enqueueParts, enqueueRun } from "./run-tasks.js";
import { dispatchPatienceMs, maxAttempts, maxWaits, requestsPerRun } from "./run-timing.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "timing">;
export type PartId = { uid: string; runId: string; part: number };
/** `allowance`: export requests that this try may make. */
export type ClaimedPart = { run: RunRecord; plan: RunPlan; part: RunPart; allowance: number };

/** Takes a part for `owner` to export. Null when there is nothing to do: settled, held by another, waiting, or its run ended. */
export async function claimPart(deps: Parts, id: PartId, owner: string): Promise<ClaimedPart | null> {
  const outcome = await changePart(deps, id, (run, part, now) => {
    if (part.status !== "pending" || !run.plan) return null;
    if (part.lease && part.lease.expiresAt > toInstant(now)) return null;
    if (part.resumeAt && part.resumeAt > toInstant(now)) return null;
    const attempt = part.attempt + (part.lease ? 1 : 0);
    if (attempt >= maxAttempts) return { part: { ...part, attempt, lease: null, ...failed(workerDied) } };
    // Its fair share of what is left is set aside, so that parts at work together keep within the run's budget.
    const left = requestsPerRun.export - run.spent.export;
    const allowance = Math.min(maxAttempts, Math.floor(left / run.parts.filter(isPending).length) || left);
    if (allowance < 1) return { part: { ...part, attempt, lease: null, ...failed(budgetUsedUp) } };
    const lease = { owner, expiresAt: toInstant(addMs(now, deps.timing.leaseMs)) };
    return { part: { ...part, attempt, lease, resumeAt: null }, exports: allowance };
  });
  if (!outcome?.part.lease) return null;
  const { run, part, exports } = outcome;
  return { run, plan: run.plan!, part, allowance: exports };
}

/** Renews a part's lease and notes how far it has come. @throws RunLostError when it is no longer this worker's */
export async function renewPart(deps: Parts, id: PartId, owner: string, read: PartRead): Promise<void> {
  const expiresAt = toInstant(addMs(deps.clock.now(), deps.timing.leaseMs));
  const renewed = await changePart(deps, id, (_run, part) =>
    part.lease?.owner === owner ? { part: { ...part, read, lease: { owner, expiresAt } } } : null,
  );
  if (!renewed) throw new RunLostError("the part is no longer this worker's");
}

/** @throws RunLostError when the part is no longer this worker's */
export async function checkPart({ runs }: Parts, { uid, runId, part }: PartId, owner: string): Promise<void> {
  const run = await runs.find(uid, runId);
  if (run?.status !== "running" || run.parts[part]?.lease?.owner !== owner)
    throw new RunLostError("the part is no longer this worker's");
}

/**
 * Ends a try of a part: done, failed for good, or to be tried again later. The last part to settle sets the run going
 * again. Each part counts once, however often its task runs.
 * @param unused requests of its allowance that were not made
 */
export async function settlePart(
  deps: Parts,
  id: PartId,
  owner: string,
  outcome: { kind: "done" } | Disposition,
  unused: number,
): Promise<void> {
  const settled = await changePart(deps, id, (_run, part, now) =>
    part.lease?.owner === owner ? { part: afterTry(part, outcome, now), exports: -unused } : null,
  );
  if (!settled) return;
  const { run, part } = settled;
  if (part.status === "pending") await enqueueParts(deps, id.uid, run, [id.part]);
  else if (!run.parts.some(isPending)) await enqueueRun(deps, id.uid, run);
}

function afterTry(part: RunPart, outcome: { kind: "done" } | Disposition, now: Date): RunPart {
  const free: RunPart = { ...part, lease: null, resumeAt: null, read: nothingRead };
  switch (outcome.kind) {
    case "done":
      return { ...free, status: "done", read: part.read };
    case "failed":
      return { ...free, ...failed(outcome.failure) };
    case "wait":
      if (part.waits + 1 > maxWaits) return { ...free, ...failed(hourlyLimit) };
      return {
        ...free,
        waits: part.waits + 1,
        dispatch: part.dispatch + 1,
        resumeAt: toInstant(addMs(now, outcome.seconds * secondMs)),
      };
    case "retry": {
      const attempt = part.attempt + 1;
      if (attempt >= maxAttempts) return { ...free, attempt, ...failed(outcome.failure) };
      return {
        ...free,
        attempt,
        dispatch: part.dispatch + 1,
        resumeAt: toInstant(addMs(now, retryDelayMs(attempt))),
      };
    }
  }
}

type PartChange = { part: RunPart; exports?: number };

/** One transaction over a part of a running run; `change` returns null to leave it as it is. */
async function changePart(
  { runs, clock }: Parts,
  { uid, runId, part: index }: PartId,
  change: (run: RunRecord, part: RunPart, now: Date) => PartChange | null,
): Promise<{ run: RunRecord; part: RunPart; exports: number } | null> {
  return runs.transact(uid, async (tx) => {
    const stored = await tx.run(runId);
    const before = stored?.parts[index];
    if (stored?.status !== "running" || !before) return null;
    const now = clock.now();
    const changed = change(stored, before, now);
    if (!changed) return null;
    const { part, exports = 0 } = changed;
    const parts = stored.parts.with(index, part);
    const isLast = isPending(before) && !parts.some(isPending);
    const run: RunRecord = {
      ...stored,
      parts,
      spent: { ...stored.spent, export: stored.spent.export + exports },
      progress: exportProgress(parts, now),
      dispatch: stored.dispatch + (isLast ? 1 : 0),
      wakeAt: isLast ? toInstant(addMs(now, dispatchPatienceMs)) : stored.wakeAt,
    };
    tx.saveRun(run);
    return { run, part, exports };
  });
}

const isPending = ({ status }: RunPart): boolean => status === "pending";
const failed = (error: RunFailure) => ({ status: "failed", error }) as const;

export const hourlyLimitStep = "Waiting for Mixpanel's hourly limit";

/** In days; those within a range are told by what streams by. Says so when all that is left waits for Mixpanel. */
export function exportProgress(parts: readonly RunPart[], now: Date): RunRecord["progress"] {
  const sum = (list: readonly RunPart[]) => list.reduce((days, part) => days + lengthOf(part), 0);
  const pending = parts.filter(isPending);
  const isWaiting =
    pending.length > 0 &&
    pending.every(({ resumeAt, waits }) => waits > 0 && resumeAt !== null && resumeAt > toInstant(now));
  const read = pending.reduce((days, part) => days + part.read.days, 0);
  const megabytes = Math.round(parts.reduce((bytes, part) => bytes + part.read.bytes, 0) / 1e6);
  const reading =
    megabytes > 0
      ? `Reading events from Mixpanel (${megabytes.toLocaleString("en-US")} MB so far)`
      : "Reading events from Mixpanel";
  return {
    step: isWaiting ? hourlyLimitStep : reading,
    done: sum(parts) - sum(pending) + read,
    total: sum(parts),
  };
}

/** Half a minute after the first failed try, a minute after the second. */
export const retryDelayMs = (attempt: number): number => (attempt * minuteMs) / 2;
