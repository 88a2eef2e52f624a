import type { PropertySeries } from "../../../aggregates/model.js";
import type { SharePeriod } from "../../series/share-period.js";
import type { DimensionRows, EventSegments } from "../../../aggregates/event-segments.js";
import { type Division, divisionOf } from "./division.js";

/** A common value of a dimension. `value` is its index in the dimension's two-way counts. */
export type EventSegment = Division["segments"][number] & { value: number };

/** A dimension that divides an event, with its segments, the most common one first. */
export type EventDimension = {
  /** Index among the event's counted dimensions. */
  place: number;
  rows: DimensionRows;
  segments: readonly EventSegment[];
};

/**
 * Returns the dimensions that divide an event and were counted on every day of the period with rows. A
 * dimension must be counted for a whole baseline before anything is checked in it.
 */
export function dimensionsOf(
  counted: EventSegments,
  seriesOf: (property: string) => PropertySeries,
  period: SharePeriod,
): EventDimension[] {
  return counted.dimensions.flatMap((rows, place) => {
    const series = seriesOf(rows.property);
    if (!isCountedThroughout(rows, series.rows, period)) return [];
    const division = divisionOf(series, period);
    if (!division) return [];
    const places = new Map(rows.values.map(({ hash }, value) => [hash, value]));
    const segments = division.segments.flatMap((segment) => {
      const value = places.get(segment.hash);
      return value === undefined ? [] : [{ ...segment, value }];
    });
    return segments.length === 0 ? [] : [{ place, rows, segments }];
  });
}

function isCountedThroughout(
  { isCounted }: DimensionRows,
  eventRows: readonly number[],
  { from, end }: SharePeriod,
): boolean {
  for (let day = from; day < end; day++) if (isCounted[day] === 0 && (eventRows[day] ?? 0) > 0) return false;
  return true;
}
