import { type Day, dayRange } from "../../common/days.js";
import { type DayAggregates, emptyDay } from "../aggregates/day-aggregates.js";
import { noExclusions } from "../aggregates/exclusions.js";
import { createKeyedHashes, hashSeed } from "../aggregates/keyed-hash.js";
import { kindNumber, roleTime } from "../kernel/kinds.js";
import { ProfileKernel } from "../kernel/profile-kernel.js";
import { profilesEvent } from "../../aggregates/model.js";
import type { ProfileSnapshot } from "./profile-snapshot.js";
import { maxListedValues, propertyDay } from "../kernel/reading/property-day.js";
import { PropertyNames, wellFormedEntries, type EventNames } from "../kernel/property-names.js";
import { readTally } from "../kernel/reading/read-tally.js";
import { planProperty, startSegments } from "../kernel/plan-segments.js";
import { readSegments } from "../kernel/reading/read-segments.js";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import { normalizeValue } from "../kernel/values/normalize-value.js";
import { timeSeconds } from "../aggregates/project-days.js";

/** One entry of a page of `/engage`. */
export type EngageProfile = {
  $distinct_id?: unknown;
  $properties?: Readonly<Record<string, unknown>> | null;
};

export type ProfilesProfilerOptions = {
  /** Days of `$last_seen` to count, up to the last tested day; other profiles only count in the total. */
  days: { from: Day; to: Day };
  /** Secret of the connection, for the hashes under which values are stored. */
  hashKey: Uint8Array;
  /** User properties that are excluded. */
  excluded?: ReadonlySet<string>;
  /** Two-way counts to make, for the event named ""; missing for none. */
  segments?: SegmentPlan;
};

/** Properties that only say when the profile was seen or whose it is, so there is nothing to check. */
const bookkeeping = new Set(["$last_seen", "$distinct_id"]);
const isBookkeeping = (property: string): boolean => bookkeeping.has(property) || property.startsWith("$mp_");

/** Creates a profiler for the user profiles of a project. */
export const createProfilesProfiler = (options: ProfilesProfilerOptions): ProfilesProfiler =>
  new ProfilesProfiler(options);

/**
 * Aggregates the user profiles as they are now: their total, the profiles created on each day, and for each day of
 * `$last_seen` the values of every property. Profiles are not stored. A profile that appears on two pages, because
 * profiles changed while pages were read, counts once.
 */
export class ProfilesProfiler {
  /** The kernel sees profiles as rows of one event whose time is the index of their day. */
  readonly #names: PropertyNames;
  readonly #kernel: ProfileKernel;
  readonly #event: EventNames;
  readonly #created = new CreationDays();
  readonly #days: readonly Day[];
  readonly #options: ProfilesProfilerOptions;
  #total = 0;
  #unlistedValues = 0;

  constructor(options: ProfilesProfilerOptions) {
    this.#options = options;
    this.#days = dayRange(options.days.from, options.days.to);
    const { segments } = options;
    this.#names = new PropertyNames(
      noExclusions,
      true,
      ({ number }) => this.#kernel.exports.addEvent(number, 0),
      (event, slot) => segments && planProperty(this.#kernel.exports, segments, event, slot),
    );
    const starts = Float64Array.from({ length: this.#days.length + 1 }, (_, day) => day);
    this.#kernel = new ProfileKernel(this.#names, hashSeed(options.hashKey), starts);
    if (segments) startSegments(this.#kernel.exports, segments);
    this.#event = this.#names.event(profilesEvent)!;
  }

  /** Values of properties beyond `maxPropertiesPerEvent`, which are not in the snapshot. */
  get unlistedValues(): number {
    return this.#unlistedValues;
  }

  /** Adds the `results` of a page. */
  push(profiles: readonly EngageProfile[]): void {
    for (const profile of profiles) this.#add(profile);
  }

  end(): ProfileSnapshot {
    const hashOf = createKeyedHashes(this.#options.hashKey);
    return {
      day: this.#options.days.to,
      total: this.#total,
      created: this.#created.counts(),
      seen: this.#days.map((day, index) => this.#seenDay(day, index, hashOf)),
    };
  }

  #seenDay(day: Day, index: number, hashOf: (text: string) => string): DayAggregates {
    const kernel = this.#kernel;
    const { exports } = kernel;
    const { segments: plan } = this.#options;
    const event = this.#event;
    const eventDay = exports.eventDayAt(event.number, index);
    if (eventDay === 0) return emptyDay(day);
    const rows = exports.rowsOfDay(eventDay) >>> 0;
    const properties = [...event.slots.values()]
      .sort((x, y) => (x.name < y.name ? -1 : 1))
      .map(({ name, index: slot }) => ({ name, tally: exports.tallyOfSlot(eventDay, slot) }))
      .filter(({ tally }) => tally !== 0)
      .map(
        ({ name, tally }) =>
          [name, propertyDay(name, readTally(kernel, tally, maxListedValues), rows, hashOf)] as const,
      );
    const counted = { event: profilesEvent, rows, properties };
    if (!plan) return { day, events: [counted] };
    const segments = readSegments({ kernel, plan, event, eventDay, hashOf });
    return { day, events: [{ ...counted, segments }], dimensions: plan.dimensions };
  }

  #add(profile: EngageProfile): void {
    const kernel = this.#kernel;
    const id = profile.$distinct_id;
    if (typeof id === "string" && !kernel.addTextIfNew(id)) return;
    this.#total++;
    const properties = profile.$properties ?? {};
    this.#created.add(properties);
    const day = this.#days.indexOf(calendarDay(properties["$last_seen"]) ?? "");
    if (day < 0) return;
    kernel.exports.beginHostRow(this.#event.number);
    kernel.exports.setHostRole(roleTime, kindNumber, 0, 0, day);
    for (const [name, value] of wellFormedEntries(properties)) {
      if (isBookkeeping(name) || this.#options.excluded?.has(name) === true) continue;
      const slot = this.#names.slot(this.#event, name);
      if (slot === null) this.#unlistedValues++;
      else kernel.addHostValue(slot.index, normalizeValue(value));
    }
    kernel.exports.countHostRow();
  }
}

/** Property names that projects use for the day a user was created, Mixpanel's own first. */
const creationProperties = [
  "$created",
  "created",
  "created_at",
  "createdAt",
  "Created",
  "Created At",
  "$created_at",
  "creation_date",
  "signup_date",
  "signupDate",
  "Signup Date",
  "signed_up_at",
  "registered_at",
  "registration_date",
] as const;

/** Counts profiles by day of creation, for every usual name of that property. */
class CreationDays {
  readonly #counts = new Map<string, Map<Day, number>>();

  add(properties: Readonly<Record<string, unknown>>): void {
    for (const property of creationProperties) {
      const day = calendarDay(properties[property]);
      if (day === null) continue;
      const counts = this.#counts.get(property) ?? new Map<Day, number>();
      this.#counts.set(property, counts.set(day, (counts.get(day) ?? 0) + 1));
    }
  }

  /** Counts by the property that most profiles have, in a tie the first one listed; null if no profile has any. */
  counts(): ReadonlyMap<Day, number> | null {
    let best: ReadonlyMap<Day, number> | null = null;
    let most = 0;
    for (const property of creationProperties) {
      const counts = this.#counts.get(property);
      const total = counts === undefined ? 0 : [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (counts !== undefined && total > most) {
        best = counts;
        most = total;
      }
    }
    return best === null ? null : new Map([...best].sort((x, y) => (x[0] < y[0] ? -1 : 1)));
  }
}

/**
 * The calendar day of a date in a profile. For a text ("2026-06-09T23:08:40"), it is the first ten characters: Mixpanel
 * writes no time zone, so none is applied. For epoch seconds or milliseconds, it is the day in UTC.
 * @returns null for anything else
 */
function calendarDay(value: unknown): Day | null {
  if (typeof value === "number") {
    const ms = timeSeconds(value) * 1000;
    return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString().slice(0, 10) : null;
  }
  if (typeof value !== "string") return null;
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(value)?.[0];
  return day !== undefined && new Date(day).toJSON()?.startsWith(day) === true ? day : null;
}
