import type { AggregateReader, Day } from "../../model.js";
import { sum } from "../../stats/moments.js";
import { usualVersionNames } from "../dimensions/version-property.js";

const arrivedShare = 0.05;

/**
 * Days on which an app version first reached 5% of the project's events, ascending. Versions are the values of the first
 * property with a usual name that any event has; without one there are none.
 */
export function versionArrivals(reader: AggregateReader): Day[] {
  const events = reader.events();
  const total = reader.days.map((_, day) => sum(events.map((event) => reader.rows(event)[day] ?? 0)));
  for (const property of usualVersionNames) {
    const rowsOf = new Map<string, number[]>();
    for (const event of events.filter((name) => reader.properties(name).includes(property)))
      reader.series(event, property).days.forEach((counts, day) => {
        for (const { hash, rows } of counts?.values ?? []) {
          const perDay = rowsOf.get(hash) ?? reader.days.map(() => 0);
          perDay[day]! += rows;
          rowsOf.set(hash, perDay);
        }
      });
    if (rowsOf.size === 0) continue;
    const arrivals = [...rowsOf.values()].flatMap((perDay) => {
      const first = perDay.findIndex((rows, day) => rows > 0 && rows >= arrivedShare * total[day]!);
      return first < 0 ? [] : [reader.days[first]!];
    });
    return [...new Set(arrivals)].sort();
  }
  return [];
}
