import type { Day } from "../model.js";
import type { DayAggregates } from "./aggregates.js";
import { CreationDays } from "./creation-days.js";
import { DuplicateFilter } from "./duplicate-filter.js";
import { textHash } from "./event-layout.js";
import { createKeyedHashes } from "./keyed-hash.js";
import { calendarDay } from "./calendar-day.js";
import type { ProfileSnapshot } from "./profile-snapshot.js";
import { dayRange } from "./project-days.js";
import { propertyDay } from "./property-day.js";
import type { PropertyTally } from "./property-tally.js";
import { spelledValue } from "./spelled-value.js";
import { TallySpace } from "./tally-space.js";

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

type SeenDay = { rows: number; tallies: Map<string, PropertyTally> };

/** Turns pages of user profiles into aggregates, see `ProfilesProfiler`. */
export const createProfilesProfiler = (options: ProfilesProfilerOptions): ProfilesProfiler =>
  new ProfilesProfiler(options);

/**
 * Aggregates of the user profiles as they are now: the stock, the profiles created per day, and per day of
 * `$last_seen` the values of every property. Profiles are not kept; a profile that a moving page shows twice
 * counts once.
 */
export class ProfilesProfiler {
  readonly #space = new TallySpace();
  readonly #seenIds = new DuplicateFilter();
  readonly #created = new CreationDays();
  readonly #days: Map<Day, SeenDay>;
  readonly #options: ProfilesProfilerOptions;
  #total = 0;

  constructor(options: ProfilesProfilerOptions) {
    this.#options = options;
    this.#days = new Map(
      dayRange(options.days.from, options.days.to).map((day) => [day, { rows: 0, tallies: new Map() }]),
    );
  }

  /** Takes the `results` of a page. */
  push(profiles: readonly EngageProfile[]): void {
    for (const profile of profiles) {
      this.#space.tidy();
      this.#take(profile);
    }
  }

  end(): ProfileSnapshot {
    const hashOf = createKeyedHashes(this.#options.hashKey);
    return {
      day: this.#options.days.to,
      total: this.#total,
      created: this.#created.counts(),
      seen: [...this.#days].map(([day, { rows, tallies }]): DayAggregates => {
        const names = [...tallies.keys()].sort();
        const properties = names.map(
          (name) => [name, propertyDay(tallies.get(name)!, rows, this.#space, hashOf)] as const,
        );
        return { day, events: rows === 0 ? [] : [{ event: "", rows, properties }] };
      }),
    };
  }

  #take(profile: EngageProfile): void {
    const id = profile.$distinct_id;
    if (typeof id === "string" && !this.#seenIds.isNew(...textHash(id))) return;
    this.#total++;
    const properties = profile.$properties ?? {};
    this.#created.add(properties);
    const seen = this.#days.get(calendarDay(properties["$last_seen"]) ?? "");
    if (seen === undefined) return;
    seen.rows++;
    for (const [name, value] of Object.entries(properties)) {
      if (isBookkeeping(name) || this.#options.excluded?.has(name) === true) continue;
      let tally = seen.tallies.get(name);
      if (tally === undefined) seen.tallies.set(name, (tally = this.#space.tally()));
      tally.add(spelledValue(value));
    }
  }
}
