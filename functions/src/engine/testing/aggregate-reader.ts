import type { AggregateReader, Day, PropertySeries } from "../model.js";

/** A reader over series in memory; every series has a parent. */
export function aggregateReader(days: readonly Day[], series: readonly PropertySeries[]): AggregateReader {
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

/** `count` consecutive days that end with `lastDay`. */
export function daysUntil(lastDay: Day, count: number): Day[] {
  const last = Date.parse(lastDay);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}
