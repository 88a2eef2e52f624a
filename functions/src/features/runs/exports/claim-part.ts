import { addMs, minuteMs, secondMs, toInstant } from "../../../common/time.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { daysBetween } from "../../../common/days.js";
import { nothingRead, type PartRead } from "./export-progress.js";
import { countDays } from "./export-ranges.js";
import {
  budgetUsedUp,
  hourlyLimit,
  LeaseLostError,
  type Disposition,
  type RunFailure,
} from "../run-failure.js";
import { takeLease, workerDied } from "../lifecycle/claim-run.js";
import type { RunPart, RunPlan, RunRecord } from "../run-record.js";
import { enqueueParts, enqueueRun } from "../lifecycle/run-tasks.js";
import { taskGraceMs, maxAttempts, maxRateLimitWaits, requestsPerRun } from "../lifecycle/run-timing.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "timing">;
export type PartId = { workspaceId: WorkspaceId; runId: string; part: number };
export type ClaimedPart = { run: RunRecord; plan: RunPlan; part: RunPart };

/**
 * Leases a part to `owner`. Returns null when there is nothing to do: the part is finished, leased or waiting, or its run
 * has ended.
 */
export async function claimPart(deps: Deps, id: PartId, owner: string): Promise<ClaimedPart | null> {
  const outcome = await changePart(deps, id, (run, part, now) => {
    if (part.status !== "pending" || !run.plan) return null;
    const taken = takeLease(part, owner, now, deps.timing.leaseMs);
    if (!taken) return null;
    const { attempt, lease } = taken;
    if (attempt >= maxAttempts)
      return { part: { ...part, attempt, lease: null, ...failedFields(workerDied) } };
    if (!mayExport(run, part))
      return { part: { ...part, attempt, lease: null, ...failedFields(budgetUsedUp) } };
    return { part: { ...part, attempt, lease, resumeAt: null } };
  });
  if (!outcome) return null;
  const { run, part } = outcome;
  if (part.lease) return { run, plan: run.plan!, part };
  await continueIfLast(deps, id, run);
  return null;
}

export const leaseLost = (): LeaseLostError =>
  new LeaseLostError("the part is no longer leased to this worker");

/**
 * Whether the run's budget has a request left for this part, with one set aside for each part that has made none yet.
 * Split parts need more requests and have their own limit, which is hourly.
 */
export function mayExport(run: RunRecord, part: RunPart): boolean {
  if (part.split) return true;
  const others = run.parts.filter((each) => each !== part);
  const untried = others.filter((each) => isPending(each) && !each.split && each.exports === 0).length;
  const bySplit = others.reduce((sum, { split, exports }) => (split ? sum + exports : sum), 0);
  return requestsPerRun.export - (run.requestsUsed.export - bySplit) > untried;
}

/** Renews a part's lease and stores its progress. @throws LeaseLostError when the lease is gone */
export async function renewPart(deps: Deps, id: PartId, owner: string, read: PartRead): Promise<void> {
  const expiresAt = toInstant(addMs(deps.clock.now(), deps.timing.leaseMs));
  const renewed = await changePart(deps, id, (_run, part) =>
    part.lease?.owner === owner ? { part: { ...part, read, lease: { owner, expiresAt } } } : null,
  );
  if (!renewed) throw leaseLost();
}

/**
 * @returns the run as it is stored now
 * @throws LeaseLostError when this worker no longer has the lease
 */
export async function checkPart(
  { runs }: Deps,
  { workspaceId, runId, part }: PartId,
  owner: string,
): Promise<RunRecord> {
  const run = await runs.find(workspaceId, runId);
  if (run?.status !== "running" || run.parts[part]?.lease?.owner !== owner) throw leaseLost();
  return run;
}

/** How an attempt at a part ended; "later": the rest needs another task. */
type PartOutcome = { kind: "done" } | { kind: "later" } | Disposition;

/**
 * Ends an attempt at a part: it is done, has failed, continues in another task, or is retried later. The last part to
 * finish enqueues the run again. Each part counts once, however often its task runs.
 */
export async function finishPartAttempt(
  deps: Deps,
  id: PartId,
  owner: string,
  outcome: PartOutcome,
): Promise<void> {
  const finished = await changePart(deps, id, (_run, part, now) =>
    part.lease?.owner === owner ? { part: afterAttempt(part, outcome, now) } : null,
  );
  if (!finished) return;
  const { run, part } = finished;
  if (part.status === "pending") await enqueueParts(deps, id.workspaceId, run, [id.part]);
  else await continueIfLast(deps, id, run);
}

/** Enqueues the run again once none of its parts is pending. */
async function continueIfLast(deps: Deps, { workspaceId }: PartId, run: RunRecord): Promise<void> {
  if (!run.parts.some(isPending)) await enqueueRun(deps, workspaceId, run);
}

function afterAttempt(part: RunPart, outcome: PartOutcome, now: Date): RunPart {
  const free: RunPart = { ...part, lease: null, resumeAt: null, read: storedOf(part) };
  switch (outcome.kind) {
    case "later":
      return { ...free, taskSequence: part.taskSequence + 1 };
    case "done":
      return { ...free, status: "done", read: part.read };
    case "failed":
      return { ...free, ...failedFields(outcome.failure) };
    case "wait":
      if (part.rateLimitWaits + 1 > maxRateLimitWaits) return { ...free, ...failedFields(hourlyLimit) };
      return {
        ...free,
        rateLimitWaits: part.rateLimitWaits + 1,
        taskSequence: part.taskSequence + 1,
        resumeAt: toInstant(addMs(now, outcome.seconds * secondMs)),
      };
    case "retry": {
      const attempt = part.attempt + 1;
      if (attempt >= maxAttempts) return { ...free, attempt, ...failedFields(outcome.failure) };
      return {
        ...free,
        attempt,
        taskSequence: part.taskSequence + 1,
        resumeAt: toInstant(addMs(now, retryDelayMs(attempt))),
      };
    }
  }
}

/** How much of a part is already stored. */
export const storedOf = ({ from, split }: RunPart): PartRead =>
  split ? { days: daysBetween(from, split.next), bytes: split.bytes } : nothingRead;

type PartChange = { part: RunPart; exports?: number; added?: readonly RunPart[]; plan?: RunPlan };

/** Changes a part of a running run in one transaction; `change` returns null to leave it as is. Added parts go last. */
export async function changePart(
  { runs, clock }: Pick<Deps, "runs" | "clock">,
  { workspaceId, runId, part: index }: PartId,
  change: (run: RunRecord, part: RunPart, now: Date) => PartChange | null,
): Promise<{ run: RunRecord; part: RunPart } | null> {
  return runs.transact(workspaceId, async (tx) => {
    const stored = await tx.run(runId);
    const before = stored?.parts[index];
    if (stored?.status !== "running" || !before) return null;
    const now = clock.now();
    const changed = change(stored, before, now);
    if (!changed) return null;
    const { part, exports = 0, added = [], plan = stored.plan } = changed;
    const parts = [...stored.parts.with(index, part), ...added];
    const isLast = isPending(before) && !parts.some(isPending);
    const run: RunRecord = {
      ...stored,
      plan,
      parts,
      requestsUsed: { ...stored.requestsUsed, export: stored.requestsUsed.export + exports },
      progress: exportProgress(parts, now),
      taskSequence: stored.taskSequence + (isLast ? 1 : 0),
      nextSweepAt: isLast ? toInstant(addMs(now, taskGraceMs)) : stored.nextSweepAt,
    };
    tx.saveRun(run);
    return { run, part };
  });
}

const isPending = ({ status }: RunPart): boolean => status === "pending";
const failedFields = (error: RunFailure) => ({ status: "failed", error }) as const;

const readingStep = "Reading events from Mixpanel";
const learningStep = "Reading past days once to learn segments";
export const hourlyLimitStep = "Waiting for Mixpanel's hourly limit";

/**
 * Progress in days: of the days that are read again for segments, if there are any, otherwise of all days. Says so when
 * every remaining part waits for Mixpanel's hourly limit.
 */
export function exportProgress(all: readonly RunPart[], now: Date): RunRecord["progress"] {
  const learning = all.filter(({ purpose }) => purpose === "segments");
  const parts = learning.length > 0 ? learning : all;
  const work = learning.length > 0 ? learningStep : readingStep;
  const sum = (list: readonly RunPart[]) => list.reduce((days, part) => days + countDays(part), 0);
  const pending = parts.filter(isPending);
  const isWaiting =
    pending.length > 0 &&
    pending.every(
      ({ resumeAt, rateLimitWaits }) => rateLimitWaits > 0 && resumeAt !== null && resumeAt > toInstant(now),
    );
  const read = pending.reduce((days, part) => days + part.read.days, 0);
  const megabytes = Math.round(parts.reduce((bytes, part) => bytes + part.read.bytes, 0) / 1e6);
  const reading = megabytes > 0 ? `${work} (${megabytes.toLocaleString("en-US")} MB so far)` : work;
  return {
    step: isWaiting ? hourlyLimitStep : reading,
    done: sum(parts) - sum(pending) + read,
    total: sum(parts),
  };
}

/** Half a minute after the first failed attempt, a minute after the second. */
export const retryDelayMs = (attempt: number): number => (attempt * minuteMs) / 2;
