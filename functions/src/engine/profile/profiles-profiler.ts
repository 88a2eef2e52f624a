import type { Day } from "../model.js";
import type { DayAggregates } from "./aggregates.js";
import { CreationDays } from "./creation-days.js";
import { noExclusions } from "./default-exclusions.js";
import { createKeyedHashes, hashSeed } from "./keyed-hash.js";
import { kindNumber, roleTime } from "./kinds.js";
import { calendarDay } from "./calendar-day.js";
import { ProfileKernel } from "./kernel/profile-kernel.js";
import type { ProfileSnapshot } from "./profile-snapshot.js";
import { dayRange } from "./project-days.js";
import { listedValues, propertyDay } from "./property-day.js";
import { PropertyNames, wellFormedEntries, type EventNames } from "./property-names.js";
import { readTally } from "./property-tally.js";
import { spelledValue } from "./spelled-value.js";

/** One entry of a page of `/engage`. */
export type EngageProfile = {
  $distinct_id?: unknown;
  $properties?: Readonly<Record<string, unknown>> | null;
};

export type ProfilesProfilerOptions = {
  /** Days of `$last_seen` to count; profiles seen on other days only count in the stock. The last one is the last tested day. */
  days: { from: Day; to: Day };
  /** Secret of the connection, for the hashes under which values are stored. */
  hashKey: Uint8Array;
  /** User properties that are left out. */
  excluded?: ReadonlySet<string>;
};

/** Moves or names the profile itself: nothing to judge. */
const bookkeeping = new Set(["$last_seen", "$distinct_id"]);
const isBookkeeping = (property: string): boolean => bookkeeping.has(property) || property.startsWith("$mp_");

/** Turns pages of user profiles into aggregates, see `ProfilesProfiler`. */
export const createProfilesProfiler = (options: ProfilesProfilerOptions): ProfilesProfiler =>
  new ProfilesProfiler(options);

/**
 * Aggregates of the user profiles as they are now: the stock, the profiles created per day, and per day of
 * `$last_seen` the values of every property. Profiles are not kept; a profile that a moving page shows twice
 * counts once.
 */
export class ProfilesProfiler {
  /** Profiles are rows of one event, whose time is the number of their day. */
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
    this.#names = new PropertyNames(noExclusions, true, ({ number }) =>
      this.#kernel.exports.addEvent(number, 0),
    );
    const starts = Float64Array.from({ length: this.#days.length + 1 }, (_, day) => day);
    this.#kernel = new ProfileKernel(this.#names, hashSeed(options.hashKey), starts);
    this.#event = this.#names.event("")!;
  }

  /** Values of properties beyond the number that is told apart (`mostPropertiesOfEvent`): they are not in the snapshot. */
  get unlistedValues(): number {
    return this.#unlistedValues;
  }

  /** Takes the `results` of a page. */
  push(profiles: readonly EngageProfile[]): void {
    for (const profile of profiles) this.#take(profile);
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
    const { exports } = this.#kernel;
    const eventDay = exports.eventDayAt(this.#event.number, index);
    if (eventDay === 0) return { day, events: [] };
    const rows = exports.rowsOfDay(eventDay) >>> 0;
    const properties = [...this.#event.slots.values()]
      .sort((x, y) => (x.name < y.name ? -1 : 1))
      .map(({ name, index: slot }) => ({ name, tally: exports.tallyOfSlot(eventDay, slot) }))
      .filter(({ tally }) => tally !== 0)
      .map(
        ({ name, tally }) =>
          [name, propertyDay(readTally(this.#kernel, tally, listedValues), rows, hashOf)] as const,
      );
    return { day, events: [{ event: "", rows, properties }] };
  }

  #take(profile: EngageProfile): void {
    const kernel = this.#kernel;
    const id = profile.$distinct_id;
    if (typeof id === "string" && !kernel.isNewText(id)) return;
    this.#total++;
    const properties = profile.$properties ?? {};
    this.#created.add(properties);
    const day = this.#days.indexOf(calendarDay(properties["$last_seen"]) ?? "");
    if (day < 0) return;
    kernel.exports.beginRowOf(this.#event.number);
    kernel.exports.noteValue(roleTime, kindNumber, 0, 0, day);
    for (const [name, value] of wellFormedEntries(properties)) {
      if (isBookkeeping(name) || this.#options.excluded?.has(name) === true) continue;
      const slot = this.#names.slot(this.#event, name);
      if (slot === null) this.#unlistedValues++;
      else kernel.addValue(slot.index, spelledValue(value));
    }
    kernel.exports.countRowOf();
  }
}
