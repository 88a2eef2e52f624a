import type { AggregateReader, Day } from "../../model.js";
import { sum } from "../../stats/moments.js";
import { usualVersionNames } from "../dimensions/version-property.js";

const arrivedShare = 0.05;

/** An app version that reached 5% of the project's events; `name` is its JSON text, null where it may not be known. */
export type VersionArrival = { day: Day; name: string | null };

/**
 * App versions by the day on which they first reached 5% of the project's events, ascending. Versions are the values of
 * the first property with a usual name that any event has; without one there are none.
 */
export function versionArrivals(reader: AggregateReader): VersionArrival[] {
  const events = reader.events();
  const total = reader.days.map((_, day) => sum(events.map((event) => reader.rows(event)[day] ?? 0)));
  for (const property of usualVersionNames) {
    const rowsOf = new Map<string, number[]>();
    const names = new Map<string, string>();
    for (const event of events.filter((name) => reader.properties(name).includes(property)))
      reader.series(event, property).days.forEach((counts, day) => {
        for (const { hash, rows, name } of counts?.values ?? []) {
          if (name !== null) names.set(hash, name);
          const perDay = rowsOf.get(hash) ?? reader.days.map(() => 0);
          perDay[day]! += rows;
          rowsOf.set(hash, perDay);
        }
      });
    if (rowsOf.size === 0) continue;
    const arrivals = [...rowsOf].flatMap(([hash, perDay]) => {
      const first = perDay.findIndex((rows, day) => rows > 0 && rows >= arrivedShare * total[day]!);
      return first < 0 ? [] : [{ day: reader.days[first]!, name: names.get(hash) ?? null }];
    });
    return arrivals.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  }
  return [];
}
