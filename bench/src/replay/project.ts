import { createHash } from "node:crypto";
import { valueHashBytes, encodeDay } from "../../../functions/src/profiler/index.js";
import type { CountHistory, PropertyDay, PropertySeries } from "../../../functions/src/aggregates/model.js";
import { simulateProject } from "../detection/counts/project.js";
import { daysUntil } from "../detection/days.js";
import { calendarOf, targetCategory, targetNumber } from "../detection/properties/kinds.js";
import { readerOf, simulateProperty } from "../detection/properties/project.js";
import { seededRandom } from "../detection/random.js";

/** Bytes of a value's hash, as the profiler stores it. */
const withStoredHashes = (day: PropertyDay): PropertyDay => ({
  ...day,
  values: day.values
    .map((value) => ({
      ...value,
      hash: createHash("sha256")
        .update(value.hash)
        .digest()
        .subarray(0, valueHashBytes)
        .toString("base64url"),
    }))
    .sort((a, b) => b.rows - a.rows || (a.hash < b.hash ? -1 : 1)),
});

/**
 * A project's days in stored form: every event has the given number of properties, drawn from a hundred different
 * ones.
 */
export function encodedProject(size: { lastDay: string; days: number; events: number; properties: number }): {
  days: { day: string; bytes: Buffer }[];
  counts: CountHistory;
} {
  const days = daysUntil(size.lastDay, size.days);
  const calendar = calendarOf(days);
  const templates: PropertySeries[] = Array.from({ length: 100 }, (_, i) => {
    const kind = i % 5 === 0 ? targetNumber : targetCategory;
    const property = simulateProperty(seededRandom(`replay ${i}`), calendar, `template ${i}`, kind);
    const series = readerOf(calendar, [property]).series(property.event, property.kind.propertyName);
    return { ...series, days: series.days.map((counted) => counted && withStoredHashes(counted)) };
  });
  const template = (event: number, property: number) =>
    templates[(event * 7 + property * 13) % templates.length]!;
  const names = Array.from({ length: size.events }, (_, i) => ({ name: `event ${i}`, i })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const properties = Array.from({ length: size.properties }, (_, i) => ({ name: `field_${i}`, i })).sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
  const project = simulateProject(seededRandom("replay counts"), {
    lastDay: size.lastDay,
    events: size.events,
    checkBackDays: 30,
  });
  return {
    days: days.map((day, at) => ({
      day,
      bytes: encodeDay({
        day,
        events: names.map(({ name, i }) => ({
          event: name,
          rows: template(i, 0).rows[at]!,
          properties: properties.flatMap((property) => {
            const counted = template(i, property.i).days[at];
            return counted ? [[property.name, counted] as const] : [];
          }),
        })),
      }),
    })),
    counts: { days: project.days, events: new Map(project.events.map(({ name, counts }) => [name, counts])) },
  };
}
