import { tierCosts, totalCents } from "@contract/prices/tier-costs";
import type { Plan } from "@/data/plan";

type Period = { start: string; end: string };

/**
 * Projects what a billing period will cost, and when the cost reaches the limit, if the remaining hours have
 * as many rows each as the hours so far.
 * @returns null on the period's first day, which says little about the rest
 */
export function spendingPace(
  rows: number,
  { start, end }: Period,
  plan: Plan,
  limitCents: number,
  now = new Date(),
): { cents: number; limitReachedAt: string | null } | null {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  const elapsedMs = now.getTime() - startMs;
  if (elapsedMs < dayMs) return null;
  const centsAt = (ms: number) =>
    totalCents(tierCosts(plan.tiers, Math.round((rows * (ms - startMs)) / elapsedMs)));
  let ms = now.getTime();
  while (ms < endMs && centsAt(ms) < limitCents) ms += hourMs;
  return { cents: centsAt(endMs), limitReachedAt: ms < endMs ? new Date(ms).toISOString() : null };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
