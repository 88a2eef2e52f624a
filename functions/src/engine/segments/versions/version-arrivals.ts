import type { AggregateReader } from "../../../aggregates/model.js";
import type { Day } from "../../../common/days.js";
import type { VersionRows } from "../../../aggregates/event-segments.js";
import { usualVersionNames } from "../dimensions/version-property.js";
import { VersionTally } from "./version-tally.js";

/**
 * An app version that reached 5% of a platform's events or, if platforms aren't known, of the project's
 * (`platform` null). Version and platform are JSON text. `name` is null if it may not be stored.
 */
export type VersionArrival = { day: Day; name: string | null; platform: string | null };

/** Collects the days on which app versions first reached 5% of a platform's or the project's events. */
export class VersionArrivals {
  readonly #platforms = new Map<string, { total: number[]; versions: VersionTally }>();
  readonly #total: number[];
  /** Tallies of the whole project, by the usual names of version properties. */
  readonly #ofProject = new Map(usualVersionNames.map((property) => [property, new VersionTally()]));

  /** @param days the days of all readers */
  constructor(private readonly days: readonly Day[]) {
    this.#total = days.map(() => 0);
  }

  /** Adds a reader's events, none of which may have been added before. */
  add(reader: AggregateReader): void {
    for (const event of reader.events()) {
      reader.rows(event).forEach((rows, day) => (this.#total[day]! += rows));
      const properties = new Set(reader.properties(event));
      for (const [property, versions] of this.#ofProject)
        if (properties.has(property))
          reader.series(event, property).days.forEach((counts, day) => {
            for (const value of counts?.values ?? []) versions.add(value, day, value.rows);
          });
      const counted = reader.segments?.(event)?.versions;
      if (counted) this.#addPlatforms(counted);
      for (const versions of this.#ofProject.values()) versions.prune(this.#total);
      for (const { total, versions } of this.#platforms.values()) versions.prune(total);
    }
  }

  /** All arrivals, by day in ascending order. */
  arrivals(): VersionArrival[] {
    const onPlatforms = this.#onPlatforms();
    const named = new Set(onPlatforms.map(({ name }) => name));
    const elsewhere = this.#inProject().filter(({ name }) => name === null || !named.has(name));
    return [...onPlatforms, ...elsewhere].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  }

  #addPlatforms({ pairs, rows }: VersionRows): void {
    pairs.forEach(({ platform, version }, column) => {
      const platformName = platform?.name ?? null;
      if (platformName === null) return;
      const known = this.#platforms.get(platformName) ?? {
        total: this.days.map(() => 0),
        versions: new VersionTally(),
      };
      this.#platforms.set(platformName, known);
      this.days.forEach((_, day) => {
        const count = rows[day * pairs.length + column]!;
        known.total[day]! += count;
        known.versions.add(version, day, count);
      });
    });
  }

  /** Arrivals on each platform. Versions already there on the first counted day didn't arrive on that day. */
  #onPlatforms(): VersionArrival[] {
    return [...this.#platforms].flatMap(([platform, { total, versions }]) => {
      const firstCounted = total.findIndex((rows) => rows > 0);
      return versions
        .arrivals(total)
        .filter(({ day }) => day > firstCounted)
        .map(({ day, name }) => ({ day: this.days[day]!, name, platform }));
    });
  }

  /** Arrivals in the whole project, from the first property with a usual name that any event has. */
  #inProject(): VersionArrival[] {
    const versions = [...this.#ofProject.values()].find(({ size }) => size > 0);
    return (versions?.arrivals(this.#total) ?? []).map(({ day, name }) => ({
      day: this.days[day]!,
      name,
      platform: null,
    }));
  }
}
