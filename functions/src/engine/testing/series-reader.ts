import { addDays, type Day } from "../../common/days.js";
import type { AggregateReader, PropertySeries } from "../../aggregates/model.js";

/** A reader over series in memory; every series has a parent. */
export function seriesReader(days: readonly Day[], series: readonly PropertySeries[]): AggregateReader {
  const rowsOf = new Map(series.map((one) => [one.parent!, one.rows]));
  const find = (event: string, property: string) =>
    series.find((one) => one.parent === event && one.property === property);
  return {
    days,
    events: () => [...rowsOf.keys()].sort(),
    rows: (event) => rowsOf.get(event) ?? days.map(() => 0),
    properties: (event) =>
      series
        .filter((one) => one.parent === event)
        .map((one) => one.property)
        .sort(),
    series: (event, property) =>
      find(event, property) ?? {
        property,
        parent: event,
        days: days.map(() => null),
        rows: rowsOf.get(event) ?? days.map(() => 0),
      },
  };
}

/** `count` consecutive days, up to and including `lastDay`. */
export const daysUntil = (lastDay: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, i) => addDays(lastDay, i + 1 - count));
