import { isIgnoredProperty } from "../../../functions/src/contract/names/property-names.js";
import type { AggregateReader, PersonalRows, PropertyDay } from "../../../functions/src/aggregates/model.js";
import type { SegmentPlan } from "../../../functions/src/aggregates/event-segments.js";
import { createExportProfiler, encodeDay, openAggregates } from "../../../functions/src/profiler/index.js";
import { propertyDay } from "../../../functions/src/engine/testing/property-series.js";
import { personalKindOf } from "../../../functions/src/profiler/kernel/values/personal-value.js";
import { jsonText } from "../../../functions/src/profiler/kernel/values/json-text.js";
import type { EventDefinition } from "./data/catalog.js";
import type { Dataset } from "./data/dataset.js";
import { type Day, dayBounds, daysBetween } from "./data/days.js";
import { hasChangedValues } from "./data/name-changes.js";
import { faultsOn, isInEarlierDrop } from "./data/planted.js";
import { drawRows, linesOf, propertiesOf } from "./data/rows.js";
import type { Actor } from "./data/users.js";

type EventDay = { rows: number; properties: ReadonlyMap<string, PropertyDay> };

/**
 * The aggregates that the profiler would compute from the days' export, without writing and reading the
 * export, which is ten times as fast.
 * @param properties to count; null for all
 */
export function demoAggregates(
  dataset: Dataset,
  from: Day,
  to: Day,
  properties: ReadonlySet<string> | null = null,
): AggregateReader {
  const days = daysBetween(from, to);
  const tallied = new Map(
    dataset.events
      .map((event) => [event.name, days.map((day) => eventDay(dataset, event, day, properties))] as const)
      .filter(([, found]) => found.some(({ rows }) => rows > 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const of = (event: string): readonly EventDay[] => tallied.get(event) ?? [];
  return {
    days,
    events: () => [...tallied.keys()],
    rows: (event) => of(event).map(({ rows }) => rows),
    properties: (event) => [...new Set(of(event).flatMap(({ properties }) => [...properties.keys()]))].sort(),
    series: (event, property) => ({
      property,
      parent: event,
      days: of(event).map(({ properties }) => properties.get(property) ?? null),
      rows: of(event).map(({ rows }) => rows),
    }),
  };
}

/** The days' export as the profiler reads it, counted by the plan's segments, too. */
export const profiledDays = (
  dataset: Dataset,
  days: readonly Day[],
  segments?: SegmentPlan,
): AggregateReader =>
  openAggregates(
    days.map((day) => {
      const { start, end } = dayBounds(day, dataset.timeZone);
      const profiler = createExportProfiler({
        exportTimeBasis: "utc",
        timeZone: dataset.timeZone,
        days: { from: day, to: day },
        hashKey: new Uint8Array(32),
        ...(segments && { segments }),
      });
      const options = { fromMs: start, untilMs: end, isWallClock: false, isTimeInMs: false };
      for (const event of dataset.events)
        profiler.push(
          Buffer.from(
            linesOf(dataset, event, day, options)
              .map((line) => `${line}\n`)
              .join(""),
          ),
        );
      return { day, bytes: encodeDay(profiler.end().day(day)) };
    }),
  );

const eventDays = new Map<string, EventDay>();

/**
 * Cached for all tests that count the same properties: an event's day without a fault is the same whenever
 * the stand-in was started.
 */
function eventDay(
  dataset: Dataset,
  event: EventDefinition,
  day: Day,
  properties: ReadonlySet<string> | null,
): EventDay {
  const dependsOnAnchor =
    (dataset.changedShare > 0 && hasChangedValues(event.name, day, dataset.anchor)) ||
    event.newDaysAgo !== null ||
    event.blockedDaysAgo !== null ||
    hasFault(dataset, event, day) ||
    isInEarlierDrop(event.name, day, dataset.anchor);
  const counted = properties ? [...properties].join() : "";
  const key = `${dataset.seed}/${event.name}/${day}/${dependsOnAnchor ? dataset.anchor : ""}/${counted}`;
  const found = eventDays.get(key) ?? tally(dataset, event, day, properties);
  eventDays.set(key, found);
  return found;
}

/** Whether any of the day's faults names the event. */
const hasFault = (dataset: Dataset, event: EventDefinition, day: Day): boolean =>
  JSON.stringify(faultsOn(day, dataset.anchor)).includes(JSON.stringify(event.name));

/**
 * More than the number of cells in any table. With 200, as in the profiler, ids with one row each would take
 * hundreds of megabytes.
 */
const keptValues = 40;

function tally(
  dataset: Dataset,
  event: EventDefinition,
  day: Day,
  properties: ReadonlySet<string> | null,
): EventDay {
  const isCounted = (name: string): boolean => properties?.has(name) ?? true;
  const names = propertiesOf(event).map(({ name }) => name);
  const counts = names.map(() => new Map<string, number>());
  const counted = names.flatMap((name, i) => (isCounted(name) ? [i] : []));
  const rowsOfActor = new Map<Actor, number>();
  let rows = 0;
  drawRows(dataset, event, day, ({ actor, texts }) => {
    rows++;
    add(rowsOfActor, actor, 1);
    for (const i of counted) if (texts[i] !== null) add(counts[i]!, texts[i]!, 1);
  });
  const valuesOf = new Map(counted.map((i) => [names[i]!, counts[i]!]));
  for (const [actor, count] of rowsOfActor)
    for (const [name, text] of propertiesOfActor(actor)) {
      if (!isCounted(name)) continue;
      if (!valuesOf.has(name)) valuesOf.set(name, new Map());
      add(valuesOf.get(name)!, text, count);
    }
  const made = [...valuesOf].map(
    ([name, values]) =>
      [name, withPersonal(propertyDay(rows, inOneSpelling(values), keptValues), values)] as const,
  );
  return {
    rows,
    properties: new Map(made.filter((one): one is readonly [string, PropertyDay] => one[1] !== null)),
  };
}

/** Adds what is certainly personal, as the profiler does, but from all values. */
function withPersonal(day: PropertyDay | null, values: ReadonlyMap<string, number>): PropertyDay | null {
  const personal: PersonalRows = {};
  for (const [text, rows] of values) {
    const kind = personalKindOf(text);
    if (kind) personal[kind] = (personal[kind] ?? 0) + rows;
  }
  return day && Object.keys(personal).length > 0 ? { ...day, personal } : day;
}

/** Values as the profiler counts them: objects are equal whatever the order of their members. */
function inOneSpelling(values: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  for (const text of values.keys())
    if (text.startsWith("{"))
      return new Map(
        [...values].map(([text, rows]) => [text.startsWith("{") ? jsonText(JSON.parse(text)) : text, rows]),
      );
  return values;
}

const add = <Key>(counts: Map<Key, number>, key: Key, rows: number) =>
  counts.set(key, (counts.get(key) ?? 0) + rows);

const ofActors = new WeakMap<Actor, readonly (readonly [name: string, text: string])[]>();

function propertiesOfActor(actor: Actor): readonly (readonly [name: string, text: string])[] {
  const found =
    ofActors.get(actor) ??
    Object.entries(JSON.parse(`{${actor.fragment.slice(1)}}`) as Record<string, unknown>)
      .filter(([name]) => !isIgnoredProperty(name))
      .map(([name, value]) => [name, JSON.stringify(value)] as const);
  ofActors.set(actor, found);
  return found;
}
