import type { DetailedRow, RowSeries } from "../results.js";

/**
 * The series that shows a finding at a glance, in lists and emails. A finding that is flagged only inside a segment
 * would not show in the series of all events, so its segment's days are drawn instead.
 */
export function glanceSeries(
  row: Pick<DetailedRow, "series" | "segment" | "breakdown" | "last_day">,
): RowSeries | null {
  const { series, segment, breakdown, last_day: lastBadDay } = row;
  if (series === null || series.kind === "distribution" || segment === null || breakdown === null)
    return series;
  if (series.days.some(({ isFlagged }) => isFlagged) || breakdown.dimension !== segment.dimension)
    return series;
  const inside = breakdown.segments.find(({ value }) => value === segment.value);
  if (!inside) return series;
  const isFlagged = (day: string) =>
    day >= breakdown.firstBadDay && (lastBadDay === null || day <= lastBadDay);
  if (series.kind === "nulls" && breakdown.measure === "missing")
    return {
      ...series,
      days: breakdown.days.map((day, index) => {
        const share = inside.daily[index] ?? null;
        const rows = share === null ? 0 : 1;
        return { day, rows, absent: share ?? 0, null: 0, empty: 0, isFlagged: isFlagged(day) };
      }),
    };
  if (series.kind === "counts" && breakdown.measure === "events")
    return {
      ...series,
      days: breakdown.days.map((day, index) => ({
        day,
        observed: inside.daily[index] ?? 0,
        expected: inside.expectedDaily?.[index] ?? null,
        low: null,
        high: null,
        projectChange: 0,
        isProjectDay: false,
        isFlagged: isFlagged(day),
      })),
    };
  return series;
}
