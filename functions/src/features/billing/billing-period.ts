import { DateTime } from "luxon";
import { toInstant } from "../../shared/time.js";

export type Period = { start: string; end: string };

/**
 * The billing period that holds an instant: months counted from the anchor in UTC, on the anchor's day or the month's
 * last when it has no such day. Before the anchor there is none: then it is the first one.
 */
export function periodAt(anchorAt: string, now: Date): Period {
  const anchor = DateTime.fromISO(anchorAt, { zone: "utc" });
  const at = DateTime.fromJSDate(now, { zone: "utc" });
  // Adding to the anchor each time keeps the 31st a 31st after a short month.
  let months = Math.max(0, Math.floor(at.diff(anchor, "months").months) - 1);
  while (anchor.plus({ months: months + 1 }) <= at) months++;
  return {
    start: toInstant(anchor.plus({ months }).toJSDate()),
    end: toInstant(anchor.plus({ months: months + 1 }).toJSDate()),
  };
}
