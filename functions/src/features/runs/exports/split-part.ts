import { addDays } from "../../../common/days.js";
import { addMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { PartSplit, RunPart, RunRecord } from "../run-record.js";
import { enqueueParts } from "../lifecycle/run-tasks.js";
import { maxSplitParts } from "../lifecycle/run-timing.js";
import { changePart, leaseLost, storedOf, type PartId } from "./claim-part.js";
import { nothingRead } from "./export-progress.js";
import { countDays, type DaySpan } from "./export-ranges.js";

type Deps = Pick<Dependencies, "runs" | "queue" | "clock" | "logger">;

export const newPart = (
  { from, to }: DaySpan,
  purpose: RunPart["purpose"],
  taskSequence: number,
  split: PartSplit | null = null,
): RunPart => ({
  from,
  to,
  purpose,
  status: "pending",
  attempt: 0,
  rateLimitWaits: 0,
  exports: 0,
  taskSequence,
  lease: null,
  resumeAt: null,
  error: null,
  split,
  read: nothingRead,
});

/** Task number of new parts. The queue accepts a name only once, so parts that replace dropped ones need new names. */
export const nextTaskSequence = (parts: readonly RunPart[]): number =>
  1 + Math.max(-1, ...parts.map(({ taskSequence }) => taskSequence));

/**
 * Splits a part so that its days are read one by one: the first days by this part, the others by new parts, as many as
 * may be read at the same time. All parts that aren't split yet get an equal share of that number.
 * @throws LeaseLostError
 */
export async function splitByDays(deps: Deps, id: PartId, owner: string): Promise<void> {
  let first = 0;
  const changed = await changePart(deps, id, ({ parts }, part) => {
    if (part.lease?.owner !== owner || part.split) return null;
    const pending = parts.filter(({ status }) => status === "pending");
    const unsplit = pending.filter(({ split }) => !split).length;
    const places = Math.floor((maxSplitParts - (pending.length - unsplit)) / unsplit);
    const [own, ...others] = cutDays(part, Math.max(1, places));
    const taskSequence = nextTaskSequence(parts);
    first = parts.length;
    return {
      part: { ...part, ...own, split: startOfSplit(own!) },
      added: others.map((days) => newPart(days, part.purpose, taskSequence, startOfSplit(days))),
    };
  });
  if (!changed) throw leaseLost();
  const { run } = changed;
  await enqueueParts(deps, id.workspaceId, run, [...run.parts.keys()].slice(first));
}

export const startOfSplit = ({ from }: DaySpan): PartSplit => ({
  next: from,
  groups: [],
  groupsRead: 0,
  bytes: 0,
  longestMs: 0,
  readsWholeDates: false,
});

/**
 * Makes the run leave an event out from now on.
 * @throws LeaseLostError
 */
export async function excludeEvent(deps: Deps, id: PartId, owner: string, event: string): Promise<RunRecord> {
  const changed = await changePart(deps, id, ({ plan }, part) => {
    if (part.lease?.owner !== owner || !plan) return null;
    const tooLargeEvents = [...new Set([...plan.tooLargeEvents, event])].sort();
    return { part, plan: { ...plan, tooLargeEvents } };
  });
  if (!changed) throw leaseLost();
  return changed.run;
}

/** Consecutive ranges of about equal length. */
function cutDays({ from, to }: DaySpan, max: number): DaySpan[] {
  const days = countDays({ from, to });
  const count = Math.min(days, max);
  const start = (at: number) => addDays(from, Math.round((at * days) / count));
  return Array.from({ length: count }, (_, at) => ({ from: start(at), to: addDays(start(at + 1), -1) }));
}

/**
 * Saves how much of a part is stored, and renews its lease. Progress resets the part's failed attempts and waits.
 * @throws LeaseLostError
 */
export async function savePartSplit(
  deps: Deps & Pick<Dependencies, "timing">,
  id: PartId,
  owner: string,
  split: PartSplit,
): Promise<{ run: RunRecord; part: RunPart }> {
  const changed = await changePart(deps, id, (_run, part, now) => {
    if (part.lease?.owner !== owner) return null;
    const lease = { owner, expiresAt: toInstant(addMs(now, deps.timing.leaseMs)) };
    const saved = { ...part, split, lease, attempt: 0, rateLimitWaits: 0 };
    return { part: { ...saved, read: storedOf(saved) } };
  });
  if (!changed) throw leaseLost();
  return changed;
}
