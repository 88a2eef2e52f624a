import type { ProfileHistory } from "../../../functions/src/aggregates/model.js";
import { propertyDay } from "../../../functions/src/engine/testing/property-series.js";
import type { Dataset } from "./data/dataset.js";
import { type Day, dayBounds } from "./data/days.js";
import { type Profile, profilesAt } from "./data/profiles.js";

/**
 * What the profiler would compute for the profiles last seen on these days, some hours after the last day,
 * without hashing values. This is fast enough for a run on every day.
 * @param properties to count; all others are left out
 */
export function demoSeenProfiles(
  dataset: Dataset,
  days: readonly Day[],
  properties: readonly string[],
): ProfileHistory["seen"] {
  const now = dayBounds(days.at(-1)!, dataset.timeZone).end + 6 * 3_600_000;
  const seenOn = new Map(days.map((day) => [day, [] as Profile[]]));
  for (const profile of profilesAt(dataset, now))
    seenOn.get(String(profile.$properties["$last_seen"]).slice(0, 10))?.push(profile);
  const seen = [...seenOn.values()];
  const rows = seen.map((profiles) => profiles.length);
  const tallied = new Map(
    properties.map((property) => [property, seen.map((profiles) => tally(profiles, property))]),
  );
  return {
    days,
    properties: () => [...properties].sort(),
    series: (property) => ({ property, parent: null, days: tallied.get(property)!, rows }),
  };
}

function tally(profiles: readonly Profile[], property: string) {
  const values = new Map<string, number>();
  for (const { $properties } of profiles) {
    const value = $properties[property];
    if (value === undefined) continue;
    const text = JSON.stringify(value);
    values.set(text, (values.get(text) ?? 0) + 1);
  }
  return propertyDay(profiles.length, values);
}
