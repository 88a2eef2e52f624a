import { addDays, type Day } from "./days.js";

/**
 * Events that a release sends twice, in a project that has it, from two days before the anchor until three days after it: each
 * with another `$insert_id`, a moment later. One of them becomes rarer on the same day, so that its number hardly changes.
 */
export const sentTwice = {
  risen: "Order Completed",
  hidden: { event: "Page Viewed", left: 0.5 },
  daysAgo: 2,
};
const lastDaysAfter = 3;

/** How many times an event is sent on a day for each time that it happens, and the share of it that still happens. */
export function sendingOf(
  { isSentTwice, anchor }: { isSentTwice: boolean; anchor: Day },
  event: string,
  day: Day,
): { times: 1 | 2; left: number } {
  const { risen, hidden, daysAgo } = sentTwice;
  const isBroken = isSentTwice && day >= addDays(anchor, -daysAgo) && day <= addDays(anchor, lastDaysAfter);
  if (!isBroken || (event !== risen && event !== hidden.event)) return { times: 1, left: 1 };
  return { times: 2, left: event === hidden.event ? hidden.left : 1 };
}

/** How much later an event is sent again. */
export const againAfterMs = 40;
