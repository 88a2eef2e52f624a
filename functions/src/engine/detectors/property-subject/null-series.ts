import type { NullSeries } from "../../../contract/results.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import type { SharePeriod } from "../../series/share-period.js";
import { testedDays, type SubjectSource } from "./subject.js";

/**
 * The chart of nulls per day of baseline and window, with the three kinds of null counted separately.
 * @param flaggedFrom index of the first bad day in the series' days; null if nothing is flagged
 * @param limits shares of nulls from which the row is a warning or an alert; null if no share decides
 */
export function nullSeries(
  series: PropertySeries,
  period: SharePeriod,
  source: SubjectSource,
  flaggedFrom: number | null,
  limits: { warning: number; alert: number | null } | null,
): NullSeries {
  const days: NullSeries["days"] = [];
  for (let day = period.from; day < period.end; day++) {
    const rows = series.rows[day] ?? 0;
    const counts = series.days[day];
    days.push({
      day: source.days[day]!,
      rows,
      absent: counts ? counts.absent : rows,
      null: counts?.nulls ?? 0,
      empty: counts?.empties ?? 0,
      isFlagged: flaggedFrom !== null && day >= flaggedFrom,
    });
  }
  return {
    kind: "nulls",
    days,
    tested: testedDays(source, period),
    limitShare: limits?.warning ?? null,
    alertShare: limits?.alert ?? null,
  };
}
