import { isIgnoredProperty } from "../../contract/names/property-names.js";
import type { AggregateReader, CountHistory, PropertySeries } from "../../aggregates/model.js";
import type { Day } from "../../common/days.js";
import { groupBy } from "../../common/group-by.js";
import {
  type EventEdge,
  findEventRenames,
  firstIndex,
  joinPropertyRenames,
  hasAppeared,
  type PropertyEdge,
  propertyPairs,
} from "./find-renames.js";
import { withoutPersonal } from "./name-families.js";
import { mostListedEvents, type NamesInRun, type ObservedName, type SeenOn, warmUpDays } from "./names.js";
import { type PersonalArrival, personalArrival } from "./personal-data.js";
import { typeShift, type TypeShift, valueKindOf } from "./type-change.js";

/** The most names of one run; code that generates names makes more, and its further names are left out. */
const mostNames = 50_000;
/** Days that a name's daily average covers. */
const averagedDays = 28;

const isPersonal = (name: string): boolean => withoutPersonal(name) !== name;

/** Mixpanel's own names, which nobody plans. */
const isMixpanelName = (name: string): boolean => /^(\$|mp_)/.test(name) || isIgnoredProperty(name);

type Property = { rows: number[]; on: { event: string; rows: number }[]; eventCount: number } & Pick<
  ObservedName,
  "seenOn" | "valueKind"
>;

/** Collects the names of a run's data block by block. Keeps daily rows, and properties only of events that appeared or fell. */
export class NameObserver {
  readonly #events = new Map<string, ObservedName>();
  readonly #properties = new Map<string, Property>();
  readonly #edges: EventEdge[] = [];
  readonly #pairs: ReturnType<typeof propertyPairs> = [];
  readonly #shifts: (TypeShift & { event: string; property: string })[] = [];
  readonly #personal: (PersonalArrival & { event: string; property: string })[] = [];

  /** @param days the days of all readers */
  constructor(private readonly days: readonly Day[]) {}

  /** Adds a reader's events, none of which may have been added before. */
  add(reader: AggregateReader): void {
    for (const event of reader.events()) {
      const rows = reader.rows(event);
      if (isMixpanelName(event) || this.#events.size + this.#properties.size >= mostNames) continue;
      const properties = reader.properties(event).filter((property) => !isMixpanelName(property));
      const isNew = hasAppeared(rows);
      const seenOn = isNew ? seenOnOf(reader, event, firstIndex(rows)) : null;
      this.#events.set(event, {
        ...lifeOf(this.days, "event", event, rows),
        seenOn,
        valueKind: null,
        events: [],
        eventCount: 0,
      });
      if ((isNew || hasFallen(rows)) && !isPersonal(event))
        this.#edges.push({ name: event, rows, properties: new Set(properties) });
      const edges: PropertyEdge[] = [];
      for (const property of properties) {
        const series = reader.series(event, property);
        const present = series.days.map((day) => (day ? day.rows - day.absent : 0));
        this.#addProperty(reader, event, series, present);
        const place = { event: withoutPersonal(event), property: withoutPersonal(property) };
        const shift = typeShift(series);
        if (shift) this.#shifts.push({ ...shift, ...place });
        const personal = personalArrival(series);
        if (personal) this.#personal.push({ ...personal, ...place });
        if (!isNew && !isPersonal(property) && (hasAppeared(present) || hasFallen(present)))
          edges.push(edgeOf(series, present));
      }
      if (edges.length > 1) this.#pairs.push(...propertyPairs(withoutPersonal(event), edges));
    }
  }

  #addProperty(reader: AggregateReader, event: string, series: PropertySeries, present: number[]): void {
    const rows = present.reduce((sum, count) => sum + count, 0);
    const known = this.#properties.get(series.property);
    if (!known) {
      const isNew = hasAppeared(present);
      this.#properties.set(series.property, {
        rows: present,
        on: [{ event, rows }],
        eventCount: 1,
        seenOn: isNew ? seenOnOf(reader, event, firstIndex(present)) : null,
        valueKind: isNew ? valueKindOf(series) : null,
      });
      return;
    }
    present.forEach((count, day) => (known.rows[day]! += count));
    known.on.push({ event, rows });
    known.eventCount++;
    if (known.on.length > 2 * mostListedEvents) known.on = busiest(known.on);
  }

  /** @param userProperties names of user properties on the profiles that were read */
  observed(userProperties: readonly string[] = []): NamesInRun {
    const properties = [...this.#properties].map(
      ([name, { rows, on, eventCount, seenOn, valueKind }]): ObservedName => {
        const hasBegun = hasAppeared(rows);
        return {
          ...lifeOf(this.days, "event_property", name, rows),
          events: busiest(on).map(({ event }) => withoutPersonal(event)),
          eventCount,
          seenOn: hasBegun ? seenOn : null,
          valueKind: hasBegun ? valueKind : null,
        };
      },
    );
    const to = this.days.at(-1)!;
    const profiles = userProperties
      .filter((name) => !isMixpanelName(name))
      .map((name): ObservedName => ({
        kind: "user_property",
        name: withoutPersonal(name),
        firstDay: null,
        lastDay: to,
        perDay: 0,
        events: [],
        eventCount: 0,
        seenOn: null,
        valueKind: null,
      }));
    const eventsWith = (property: string) => this.#properties.get(property)?.eventCount ?? 1;
    return {
      from: this.days[0]!,
      to,
      names: [...this.#events.values(), ...properties, ...profiles],
      renames: [
        ...findEventRenames(this.days, this.#edges, eventsWith, this.#events.size),
        ...joinPropertyRenames(this.days, this.#pairs),
      ],
      typeChanges: this.#byProperty(this.#shifts, ({ after }) => after).map(
        ([{ property, event, before, after, share }, about]) => ({
          ...{ property, event, before, after, share },
          ...about,
        }),
      ),
      personalData: this.#byProperty(this.#personal, ({ kind }) => kind).map(
        ([{ property, event, kind, share }, about]) => ({ property, event, found: kind, share, ...about }),
      ),
    };
  }

  /** Of each property and kind of change, the event with the most rows, the number of events and the first day. */
  #byProperty<Found extends { property: string; day: number; rows: number }>(
    found: readonly Found[],
    kindOf: (one: Found) => string,
  ): [Found, { eventCount: number; day: Day }][] {
    const sorted = [...found].sort((a, b) => b.rows - a.rows);
    return [...groupBy(sorted, (one) => JSON.stringify([one.property, kindOf(one)])).values()].map((same) => [
      same[0]!,
      { eventCount: same.length, day: this.days[Math.min(...same.map(({ day }) => day))]! },
    ]);
  }
}

/** The events of a run that reads nothing but counts. They can't tell renames, whose evidence is in the properties. */
export function countedNames({ days, events }: CountHistory): NamesInRun {
  const names = [...events]
    .filter(([event]) => !isMixpanelName(event))
    .map(([event, rows]): ObservedName => ({
      ...lifeOf(days, "event", event, rows),
      ...{ events: [], eventCount: 0, seenOn: null, valueKind: null },
    }));
  return { from: days[0]!, to: days.at(-1)!, names, renames: [], typeChanges: [], personalData: [] };
}

function lifeOf(days: readonly Day[], kind: ObservedName["kind"], name: string, rows: readonly number[]) {
  const [first, last] = [firstIndex(rows), rows.findLastIndex((count) => count > 0)];
  const from = Math.max(first, last + 1 - averagedDays, 0);
  const total = rows.slice(from, last + 1).reduce((sum, count) => sum + count, 0);
  return {
    kind,
    name: withoutPersonal(name),
    firstDay: first >= warmUpDays ? days[first]! : null,
    lastDay: days[Math.max(0, last)]!,
    perDay: total / Math.max(1, last + 1 - from),
  };
}

/** Whether the last three days, or the last one alone, have far fewer rows than the days before. */
function hasFallen(rows: readonly number[]): boolean {
  const [before, now] = [rows.slice(0, -3), rows.slice(-3)];
  const mean = (values: readonly number[]) =>
    values.reduce((sum, count) => sum + count, 0) / Math.max(1, values.length);
  const usual = Math.max(mean(before.slice(-28)), mean(before));
  return mean(now) < 0.75 * usual || rows.at(-1)! < 0.4 * usual;
}

const busiest = (on: readonly { event: string; rows: number }[]) =>
  [...on].sort((a, b) => b.rows - a.rows || (a.event < b.event ? -1 : 1)).slice(0, mostListedEvents);

/** Days of values that are compared: a fall may end in a trickle of other values. */
const comparedDays = 3;

function edgeOf({ property, days }: PropertySeries, rows: readonly number[]): PropertyEdge {
  const first = firstIndex(rows);
  // Of a property that fell, the days before its last rows may be a trickle; its busiest days tell what it usually has.
  const chosen = hasAppeared(rows)
    ? days.slice(first, first + comparedDays)
    : [...days]
        .sort((a, b) => (b ? b.rows - b.absent : 0) - (a ? a.rows - a.absent : 0))
        .slice(0, comparedDays);
  const [values, forms] = [new Map<string, number>(), new Map<string, number>()];
  let filled = 0;
  for (const day of chosen) {
    if (!day) continue;
    filled += day.rows - day.absent - day.nulls - day.empties;
    for (const { hash, rows: count } of day.values) values.set(hash, (values.get(hash) ?? 0) + count);
    for (const [form, count] of day.forms) forms.set(form, (forms.get(form) ?? 0) + count);
  }
  const shares = (counts: Map<string, number>) =>
    new Map([...counts].map(([key, count]) => [key, count / Math.max(1, filled)]));
  return { property, rows, values: shares(values), forms: shares(forms) };
}

/** A name first appeared on an app if it has this share of the first three days' rows. */
const mostlyShare = 0.9;

/** The platform and version that an event had mostly on three days; null if versions aren't counted. */
function seenOnOf(reader: AggregateReader, event: string, from: number): SeenOn | null {
  const versions = reader.segments?.(event)?.versions;
  if (!versions) return null;
  const { pairs, rows } = versions;
  const [platforms, names] = [new Map<string, number>(), new Map<string, number>()];
  let all = 0;
  for (let day = from; day < Math.min(from + comparedDays, reader.days.length); day++) {
    all += reader.rows(event)[day]!;
    pairs.forEach(({ platform, version }, pair) => {
      const count = rows[day * pairs.length + pair]!;
      for (const [counts, name] of [
        [platforms, platform?.name],
        [names, version.name],
      ] as const)
        if (name) counts.set(name, (counts.get(name) ?? 0) + count);
    });
  }
  const most = (counts: Map<string, number>) => {
    const name = [...counts].find(([, count]) => count >= mostlyShare * all)?.[0];
    const text: unknown = name === undefined ? null : JSON.parse(name);
    return typeof text === "string" && text !== "" ? text : null;
  };
  const seenOn = { platform: most(platforms), version: most(names) };
  return seenOn.platform === null && seenOn.version === null ? null : seenOn;
}
