import type { RowSeries, SegmentBreakdown } from "@contract/results";
import { formatPercent, formatProjectDay, formatPoints, formatUpTo } from "@/lib/format";
import { changeText, countText, rangeText } from "./count/count-readout";
import { kindShare, nullKinds, nullShare } from "./nulls/null-geometry";
import { withWholeExpectations } from "./plot/count-geometry";
import type { SeriesTableProps } from "./plot/series-table";
import { segmentLabel } from "./segments/segment-geometry";

/** A chart's data as a table, newest day first. `caption` says what the table contains. */
export function seriesTable(
  series: RowSeries,
  caption: string,
  unit: "events" | "profiles",
): SeriesTableProps {
  switch (series.kind) {
    case "counts":
      return {
        caption,
        columns: ["Day", "Observed", "Expected", "Expected range", "Flagged"],
        rows: withWholeExpectations(series.days)
          .toReversed()
          .map((day) => [
            formatProjectDay(day.day),
            formatUpTo(day.observed, 0),
            day.expected === null ? "—" : countText(day.expected),
            rangeText(day),
            day.isFlagged ? changeText(day) : "",
          ]),
      };
    case "nulls":
      return {
        caption,
        columns: [
          "Day",
          unit === "events" ? "Events" : "Profiles",
          ...nullKinds.map(({ name }) => name),
          "Null share",
          "Flagged",
        ],
        rows: series.days
          .toReversed()
          .map((day) => [
            formatProjectDay(day.day),
            formatUpTo(day.rows, 0),
            ...nullKinds.map(({ kind }) => formatPercent(kindShare(day, kind) * 100, 1)),
            formatPercent(nullShare(day) * 100, 1),
            day.isFlagged ? "Yes" : "",
          ]),
      };
    case "distribution":
      return {
        caption,
        columns: ["Value", "Before", "Now", "Change"],
        rows: series.cells.map(({ label, before, after }) => [
          label,
          formatPercent(before * 100, 1),
          formatPercent(after * 100, 1),
          formatPoints((after - before) * 100, 1),
        ]),
      };
  }
}

/** The segment charts' data as a table, newest day first. */
export const segmentsTable = (
  { days, measure, segments }: SegmentBreakdown,
  caption: string,
): SeriesTableProps => ({
  caption,
  columns: ["Day", ...segments.map(segmentLabel)],
  rows: days
    .map((day, index) => [
      formatProjectDay(day),
      ...segments.map(({ daily }) => {
        const value = daily[index] ?? null;
        if (value === null) return "—";
        return measure === "events" ? formatUpTo(value, 0) : formatPercent(value * 100, 1);
      }),
    ])
    .toReversed(),
});
