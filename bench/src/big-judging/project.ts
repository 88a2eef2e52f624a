import type { DayAggregates } from "../../../functions/src/engine/profile/aggregates/day-aggregates.js";
import type { PropertyDay } from "../../../functions/src/engine/model.js";
import { createKeyedHashes } from "../../../functions/src/engine/profile/aggregates/keyed-hash.js";
import { calendarOf, targetCategory, targetNumber } from "../detection/properties/kinds.js";
import { readerOf, simulateProperty } from "../detection/properties/project.js";
import { daysUntil } from "../detection/days.js";
import { seededRandom } from "../detection/random.js";

export const lastDay = "2026-10-14";
export const dayCount = 60;
export const propertiesPerEvent = 50;
const templateCount = 100;
/** Every so many events one property is broken from the third last day on. */
const brokenEvery = 50;

export const days = daysUntil(lastDay, dayCount);

/** A hundred series that all properties are made of, round-robin. */
export function simulatedTemplates(seed: string): (readonly (PropertyDay | null)[])[] {
  const calendar = calendarOf(days);
  return Array.from({ length: templateCount }, (_, i) => {
    const random = seededRandom(`${seed} big judging ${i}`);
    const kind = i % 5 === 0 ? targetNumber : targetCategory;
    const property = simulateProperty(random, calendar, `template ${i}`, kind);
    const { days: made } = readerOf(calendar, [property]).series(property.event, property.kind.propertyName);
    return made.map(withStoredHashes);
  });
}

const hashOf = createKeyedHashes(Buffer.from("big judging"));

const withStoredHashes = (day: PropertyDay | null): PropertyDay | null =>
  day && { ...day, values: day.values.map((value) => ({ ...value, hash: hashOf(value.hash) })) };

/** One day of a project of so many events, made while it is read. */
export function simulatedDay(
  templates: readonly (readonly (PropertyDay | null)[])[],
  events: number,
  index: number,
): DayAggregates {
  return {
    day: days[index]!,
    events: {
      *[Symbol.iterator]() {
        for (let event = 0; event < events; event++) {
          const rows = Math.max(
            1,
            ...Array.from({ length: propertiesPerEvent }, (_, property) => {
              const one = templates[templateOf(event, property)]![index];
              return one?.rows ?? 0;
            }),
          );
          yield { event: eventName(event), rows, properties: propertiesOf(templates, event, index, rows) };
        }
      },
    },
  };
}

function* propertiesOf(
  templates: readonly (readonly (PropertyDay | null)[])[],
  event: number,
  index: number,
  rows: number,
): Generator<readonly [string, PropertyDay]> {
  for (let property = 0; property < propertiesPerEvent; property++) {
    const one = templates[templateOf(event, property)]![index];
    const isBroken = event % brokenEvery === 7 && property === 11 && index >= dayCount - 3;
    if (one && !isBroken)
      yield [propertyName(property), { ...one, rows, absent: one.absent + rows - one.rows }];
  }
}

const templateOf = (event: number, property: number): number => (event * 7 + property * 13) % templateCount;

const eventName = (event: number): string => `event ${String(event).padStart(5, "0")}`;

const propertyName = (property: number): string => `field_${String(property).padStart(2, "0")}`;
