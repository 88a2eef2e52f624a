import { DateTime } from "luxon";
import { toInstant } from "../../../common/time.js";

export type Period = { start: string; end: string };

/**
 * The billing period that contains an instant. Periods are months from the anchor, in UTC; in a month without
 * the anchor's day, they start on its last day. An instant before the anchor gets the first period.
 */
export function periodAt(anchorAt: string, now: Date): Period {
  const anchor = DateTime.fromISO(anchorAt, { zone: "utc" });
  const at = DateTime.fromJSDate(now, { zone: "utc" });
  // Add months to the anchor itself: after a short month, an anchor on the 31st leads to the 31st again.
  let months = Math.max(0, Math.floor(at.diff(anchor, "months").months) - 1);
  while (anchor.plus({ months: months + 1 }) <= at) months++;
  return {
    start: toInstant(anchor.plus({ months }).toJSDate()),
    end: toInstant(anchor.plus({ months: months + 1 }).toJSDate()),
  };
}
