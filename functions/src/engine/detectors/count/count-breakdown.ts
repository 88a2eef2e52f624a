import type { ResultRow, SegmentBreakdown } from "../../../contract/results.js";
import { daysBetween, weekdayOf, type Day } from "../../../common/days.js";
import type { AggregateReader, PropertySeries } from "../../../aggregates/model.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import { sharePeriod } from "../../series/share-period.js";
import { segmentName } from "../../text/segment-name.js";
import type { EventSegment } from "../../segments/dimensions/event-dimensions.js";
import { DailyRows } from "../../segments/counts/daily-rows.js";
import { rowsOfSegments } from "../../segments/counts/project-segments.js";
import { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import { withNamedParts } from "../../segments/dimensions/named-parts.js";

export type Named = {
  dimension: string | null;
  /** The values that a finding or its cause names, with the part of the change that each explains. */
  parts: ReadonlyMap<string, number>;
  /** The value whose segment the finding is in; null if the event is flagged as a whole. */
  segment: string | null;
};

/** Number of segments to show. All other events are shown as one more. */
const mostShown = 8;

/**
 * Breaks an event's daily rows down by the segments of one dimension. The expected rows come from each
 * segment's own history. They are scaled so that the segment that the row is about, or all segments together,
 * add up to the row's expectation.
 * @param dimension the dimension to use; the event's first one if the event doesn't have it
 */
export function countBreakdown(
  aggregates: AggregateReader,
  { entity: event, first_bad_day: firstBadDay, last_day: lastBadDay, expected }: ResultRow,
  { dimension, parts, segment: found }: Named,
  { lastDay, checkBackDays }: { lastDay: Day; checkBackDays: number },
): SegmentBreakdown | null {
  const counted = aggregates.segments?.(event);
  if (!counted || !firstBadDay || !lastBadDay) return null;
  const seriesOf = (property: string): PropertySeries => aggregates.series(event, property);
  const rows = aggregates.rows(event);
  const period = sharePeriod(aggregates.days, rows, lastDay, checkBackDays);
  const dimensions = new SegmentedEvent(counted, seriesOf).dimensionsOf(period);
  const chosen = dimensions.find((one) => one.rows.property === dimension) ?? dimensions[0];
  const from = Math.max(0, period.split - propertyBaselineDays);
  const days = aggregates.days.slice(from, period.end);
  const first = days.indexOf(firstBadDay);
  if (!chosen || first < 0) return null;

  const length = Math.min(days.length - first, daysBetween(firstBadDay, lastBadDay) + 1);
  const isNamed = (segment: EventSegment): boolean =>
    chosen.rows.property === dimension && parts.has(segmentName(segment));
  const segments = chosen.segments.filter((segment, rank) => rank < mostShown || isNamed(segment));
  const shown = { ...chosen, segments };
  const inside = rowsOfSegments(shown, seriesOf(chosen.rows.property), from, days.length);
  const rest = days.map((_, day) =>
    Math.max(0, (rows[from + day] ?? 0) - inside.reduce((sum, counts) => sum + counts[day]!, 0)),
  );
  const countDays = { weekdays: days.map(weekdayOf), windowStart: period.split - from };
  const series = [...inside, rest].map((counts, rank) => {
    const daily = new DailyRows(counts, countDays);
    const fromHistory = first > daily.start ? daily.expected(first, length) : 0;
    const isScaled = found === null || (shown.segments[rank] && segmentName(shown.segments[rank]) === found);
    return { daily, fromHistory, observed: daily.observed(first, length), isScaled };
  });
  const scaledTotal = series
    .filter(({ isScaled }) => isScaled)
    .reduce((sum, { fromHistory }) => sum + fromHistory, 0);
  const groups = series.map(({ daily, fromHistory, observed, isScaled }) => {
    const scale = isScaled && expected !== null && scaledTotal > 0 ? expected / scaledTotal : 1;
    return { daily, scale, expected: fromHistory * scale, observed };
  });
  const isFall = sumOf(groups, "observed") < sumOf(groups, "expected");
  const change = ({ expected, observed }: { expected: number; observed: number }): number =>
    Math.max(0, isFall ? expected - observed : observed - expected);
  const allChange = groups.reduce((sum, group) => sum + change(group), 0);
  const allRows = groups.reduce((sum, { daily }) => sum + daily.baselineRows, 0);
  return {
    dimension: chosen.rows.property,
    measure: "events",
    days,
    firstBadDay,
    segments: withNamedParts(
      groups
        .map((group, rank) => {
          const segment = shown.segments[rank];
          return {
            value: segment ? segmentName(segment) : null,
            isNamed: segment !== undefined && isNamed(segment),
            part: allChange === 0 ? 0 : change(group) / allChange,
            usual: allRows === 0 ? 0 : group.daily.baselineRows / allRows,
            before: group.expected / length,
            after: group.observed / length,
            daily: Array.from(group.daily.counts),
            expectedDaily: expectedDaily(group, { first, length, days: days.length }),
          };
        })
        .filter(({ value, usual }) => value !== null || usual > 0),
      ({ value, isNamed }) => (isNamed && value !== null ? (parts.get(value) ?? null) : null),
    ),
  };
}

/** Expected rows per day. For the days of the finding, they come from the level before it, as in its row. */
function expectedDaily(
  { daily, scale }: { daily: DailyRows; scale: number },
  { first, length, days }: { first: number; length: number; days: number },
): (number | null)[] {
  return Array.from({ length: days }, (_, day) => {
    const isFound = day >= first && day < first + length;
    if (!daily.hasHistory(isFound ? first : day)) return null;
    if (!isFound) return daily.expected(day, 1);
    const before = day > first ? daily.expected(first, day - first) : 0;
    return scale * (daily.expected(first, day - first + 1) - before);
  });
}

const sumOf = <Key extends string>(groups: readonly Record<Key, number>[], key: Key): number =>
  groups.reduce((sum, group) => sum + group[key], 0);
