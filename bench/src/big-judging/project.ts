import {
  type DayAggregates,
  createExportProfiler,
  decodeDay,
  encodeDay,
  createKeyedHashes,
} from "../../../functions/src/profiler/index.js";
import type { PropertyDay } from "../../../functions/src/aggregates/model.js";
import type { SegmentPlan } from "../../../functions/src/aggregates/event-segments.js";
import { calendarOf, targetCategory, targetNumber } from "../detection/properties/kinds.js";
import { readerOf, simulateProperty } from "../detection/properties/project.js";
import { daysUntil } from "../detection/days.js";
import { seededRandom, type Random } from "../detection/random.js";

export const lastDay = "2026-10-14";
export const dayCount = 60;
export const propertiesPerEvent = 50;
const templateCount = 100;
/**
 * On every n-th event (`every`), this many `properties` are missing from the third-to-last day on. No other event has
 * these properties, because a property that all events lose is a single finding.
 */
export type Broken = { every: number; properties: number };

export const days = daysUntil(lastDay, dayCount);

/** The segments of the two-way counts. */
const plan: SegmentPlan = {
  dimensions: [
    { property: "$os", isNarrow: true },
    { property: "country", isNarrow: false },
  ],
  versions: new Map(),
};
const profiledEvents = 10;
const profiledRows = 400;

/** A hundred series from which all properties are made, round-robin. */
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

/** One day of a project with the given number of events, generated while it is read. */
export function simulatedDay(
  templates: readonly (readonly (PropertyDay | null)[])[],
  events: number,
  index: number,
  broken: Broken,
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
          yield {
            event: eventName(event),
            rows,
            properties: propertiesOf(templates, event, index, rows, broken),
          };
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
  broken: Broken,
): Generator<readonly [string, PropertyDay]> {
  for (let property = 0; property < propertiesPerEvent; property++) {
    const one = templates[templateOf(event, property)]![index];
    if (one && !isMissing(broken, event, property, index))
      yield [nameOf(broken, event, property), { ...one, rows, absent: one.absent + rows - one.rows }];
  }
}

const isOfBroken = ({ every, properties }: Broken, event: number, property: number): boolean =>
  event % every === 7 % every && (property + 7 * event) % propertiesPerEvent < properties;

const isMissing = (broken: Broken, event: number, property: number, index: number): boolean =>
  index >= dayCount - 3 && isOfBroken(broken, event, property);

const nameOf = (broken: Broken, event: number, property: number): string =>
  isOfBroken(broken, event, property)
    ? `${propertyName(property)} of ${eventName(event)}`
    : propertyName(property);

const templateOf = (event: number, property: number): number => (event * 7 + property * 13) % templateCount;

const eventName = (event: number): string => `event ${String(event).padStart(5, "0")}`;

const propertyName = (property: number): string => `field_${String(property).padStart(2, "0")}`;

/** Ten events of every day, profiled with two-way counts. All events of a project with segments are made from them. */
export function profiledTemplates(seed: string): DayAggregates[] {
  const versions = new Map(
    Array.from({ length: profiledEvents }, (_, event) => [
      eventName(event),
      { version: "app_version", platform: "$os" },
    ]),
  );
  return days.map((day, index) => {
    const random = seededRandom(`${seed} profiled ${day}`);
    const profiler = createExportProfiler({
      exportTimeBasis: "utc",
      timeZone: "UTC",
      days: { from: day, to: day },
      hashKey: Buffer.from("big judging"),
      segments: { ...plan, versions },
    });
    for (let event = 0; event < profiledEvents; event++) {
      const lines = Array.from({ length: profiledRows }, (_, row) =>
        JSON.stringify({ event: eventName(event), properties: profiledRow(random, event, row, index) }),
      );
      profiler.push(Buffer.from(`${lines.join("\n")}\n`));
    }
    // Encoding and decoding releases the profiler's memory.
    return decodeDay(encodeDay(profiler.end().day(day)));
  });
}

/** On iOS, the last three events lose a property on the last three days. */
function profiledRow(
  random: Random,
  event: number,
  row: number,
  index: number,
): Record<string, string | number> {
  const os = ["iOS", "Android", "Web"][Math.floor(3 * random.uniform() ** 1.5)]!;
  const properties: Record<string, string | number> = {
    time: Date.parse(`${days[index]!}T12:00:00Z`) / 1_000,
    distinct_id: `u${row}`,
    $insert_id: `${event} ${row}`,
    $os: os,
    country: `country ${Math.floor(40 * random.uniform() ** 3)}`,
    app_version: `4.${Math.floor(index / 20)}.${Math.floor(3 * random.uniform())}`,
  };
  for (let property = 0; property < propertiesPerEvent - 3; property++) {
    if (property === 20 && os === "iOS" && event >= profiledEvents - 3 && index >= dayCount - 3) continue;
    const value = Math.floor([3, 8, 30, 120, 1_000][property % 5]! * random.uniform() ** 2);
    properties[propertyName(property)] =
      property % 4 === 0 ? value * 5 : `${propertyName(property)} ${value}`;
  }
  return properties;
}

/** One day of a project with the given number of events and two-way counts. */
export function segmentedDay(
  templates: readonly DayAggregates[],
  events: number,
  index: number,
  broken: Broken,
): DayAggregates {
  const { day, dimensions, events: listed } = templates[index]!;
  const profiled = [...listed];
  return {
    day,
    ...(dimensions && { dimensions }),
    events: {
      *[Symbol.iterator]() {
        for (let event = 0; event < events; event++) {
          const one = profiled[event % profiled.length]!;
          const properties = [...one.properties].filter(
            (_, property) => !isMissing(broken, event, property, index),
          );
          yield { ...one, event: eventName(event), properties };
        }
      },
    },
  };
}
