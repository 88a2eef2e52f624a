import type { Day } from "../../common/days.js";
import {
  bucketCount,
  type DimensionRows,
  type EventSegments,
  type PropertySegments,
  type SegmentNulls,
  type VersionRows,
} from "../../aggregates/event-segments.js";
import type { OpenDay } from "./joined-chunks.js";
import type { EncodedSegments, SegmentSink } from "./encoded-segments.js";

/** Opens the two-way counts of an event over several days; null when none of them has any. */
export function openSegments(
  days: readonly OpenDay[],
  names: readonly Day[],
  event: string,
): EventSegments | null {
  const isCounted = days.some(({ hasSegments }) => hasSegments);
  return isCounted ? new OpenSegments(days, names, event) : null;
}

type Merged<T> = { listed: T[]; rows: Uint32Array; places: (Int32Array | null)[] };

class OpenSegments implements EventSegments {
  readonly dimensions: readonly DimensionRows[];
  readonly versions: VersionRows | null;
  readonly #days: readonly (EncodedSegments | null)[];
  /** By dimension and day: places of the day's segments in `values`. */
  readonly #places: readonly (readonly (Int32Array | null)[])[];
  /** By day and place in the day's plan: index of the dimension. */
  readonly #dimensionOf: readonly (readonly number[])[];
  readonly #pairPlaces: readonly (Int32Array | null)[];
  readonly #counts: readonly PropertySegments[];
  readonly #versionNulls: SegmentNulls;
  #loaded: string | null = null;

  constructor(
    encoded: readonly OpenDay[],
    readonly days: readonly Day[],
    event: string,
  ) {
    this.#days = encoded.map((day) => day.segments(event));
    const planned = plannedDimensions(encoded);
    this.#dimensionOf = encoded.map((day) =>
      day.dimensions.map(({ property }) => planned.findIndex((known) => known.property === property)),
    );
    const merged = planned.map(({ property }) =>
      merge(
        this.#days,
        ({ dimensions }, day) => {
          const at = encoded[day]!.dimensions.findIndex((known) => known.property === property);
          return at < 0
            ? []
            : dimensions[at]!.map((segment) => ({ key: segment.hash, value: segment, rows: segment.rows }));
        },
        nameValue,
      ),
    );
    this.#places = merged.map(({ places }) => places);
    this.dimensions = planned.map(({ property, isNarrow }, at) => ({
      property,
      isNarrow,
      values: merged[at]!.listed,
      rows: merged[at]!.rows,
      isCounted: Uint8Array.from(encoded, (day) =>
        day.dimensions.some((known) => known.property === property) ? 1 : 0,
      ),
    }));
    const plan = this.#days.findLast((day) => day?.versions)?.versions ?? null;
    const pairs = merge(
      this.#days,
      ({ versions }) =>
        versions === null || versions.version !== plan?.version || versions.platform !== plan.platform
          ? []
          : versions.pairs.map(({ platform, version, rows }) => ({
              key: `${platform?.hash ?? ""} ${version.hash}`,
              value: { platform, version },
              rows,
            })),
      ({ platform, version }, seen) => {
        if (platform !== null && seen.platform !== null) nameValue(platform, seen.platform);
        nameValue(version, seen.version);
      },
    );
    this.#pairPlaces = pairs.places;
    this.versions =
      plan === null
        ? null
        : { version: plan.version, platform: plan.platform, pairs: pairs.listed, rows: pairs.rows };
    this.#counts = this.dimensions.map(({ rows, isNarrow }) =>
      countsFor(rows.length, isNarrow ? days.length : 0),
    );
    this.#versionNulls = nullsFor(pairs.rows.length);
  }

  property(dimension: number, property: string): PropertySegments {
    this.#load(property);
    return this.#counts[dimension]!;
  }

  versionNulls(property: string): SegmentNulls {
    this.#load(property);
    return this.#versionNulls;
  }

  /** Decodes the counts of a property over all days and dimensions. */
  #load(property: string): void {
    if (this.#loaded === property) return;
    this.#loaded = property;
    for (const counts of this.#counts) clear(counts);
    clearNulls(this.#versionNulls);
    for (const [day, segments] of this.#days.entries()) {
      if (segments === null) continue;
      if (!segments.read(property, this.#sinkOf(day))) this.#markMissing(day);
    }
  }

  #sinkOf(day: number): SegmentSink {
    const dimensionOf = this.#dimensionOf[day]!;
    const placeOf = (dimension: number, segment: number): number =>
      day * this.dimensions[dimension]!.values.length + this.#places[dimension]![day]![segment]!;
    return {
      eventBucket: (bucket, rows) => {
        for (const dimension of dimensionOf) {
          const buckets = this.#counts[dimension]!.buckets;
          if (buckets === null) continue;
          buckets.isCounted[day] = 1;
          buckets.event[day * bucketCount + bucket]! += rows;
        }
      },
      counts: (at, segment, nulls, nullLikes, numbers, texts) => {
        const dimension = dimensionOf[at]!;
        const counts = this.#counts[dimension]!;
        const place = placeOf(dimension, segment);
        counts.nulls[place] = nulls;
        counts.nullLikes[place] = nullLikes;
        counts.numbers[place] = numbers;
        counts.texts[place] = texts;
      },
      bucket: (at, segment, bucket, rows) => {
        const dimension = dimensionOf[at]!;
        const buckets = this.#counts[dimension]!.buckets;
        if (buckets !== null) buckets.segments[placeOf(dimension, segment) * bucketCount + bucket] = rows;
      },
      pair: (pair, nulls, nullLikes) => {
        const places = this.#pairPlaces[day];
        if (!places || places.length === 0) return;
        const place = day * this.versions!.pairs.length + places[pair]!;
        this.#versionNulls.nulls[place] = nulls;
        this.#versionNulls.nullLikes[place] = nullLikes;
      },
    };
  }

  /** Counts every row as null on a day without the property. */
  #markMissing(day: number): void {
    for (const [at, { rows, values }] of this.dimensions.entries())
      copyDay(this.#counts[at]!.nulls, rows, day, values.length);
    if (this.versions !== null)
      copyDay(this.#versionNulls.nulls, this.versions.rows, day, this.versions.pairs.length);
  }
}

const copyDay = (to: Uint32Array, from: Uint32Array, day: number, width: number): void =>
  to.set(from.subarray(day * width, (day + 1) * width), day * width);

/** Dimensions of any day, those of the newest plan first. */
function plannedDimensions(days: readonly OpenDay[]): { property: string; isNarrow: boolean }[] {
  const planned = new Map<string, { property: string; isNarrow: boolean }>();
  for (const { dimensions } of days.toReversed())
    for (const dimension of dimensions)
      if (!planned.has(dimension.property)) planned.set(dimension.property, dimension);
  return [...planned.values()];
}

/** A value without a name on one day may have one on another. */
function nameValue(known: { name: string | null }, seen: { name: string | null }): void {
  known.name ??= seen.name;
}

/** Numbers the segments or pairs that the days list, and arranges their rows by day. */
function merge<T>(
  segments: readonly (EncodedSegments | null)[],
  listedOn: (segments: EncodedSegments, day: number) => { key: string; value: T; rows: number }[],
  join: (known: T, seen: T) => void,
): Merged<T> {
  const numbers = new Map<string, number>();
  const listed: T[] = [];
  const byDay = segments.map((of, day) => (of === null ? null : listedOn(of, day)));
  const places = byDay.map((entries) => {
    if (entries === null) return null;
    return Int32Array.from(entries, ({ key, value }) => {
      const known = numbers.get(key);
      if (known !== undefined) {
        join(listed[known]!, value);
        return known;
      }
      numbers.set(key, listed.length);
      return listed.push({ ...value }) - 1;
    });
  });
  const rows = new Uint32Array(segments.length * listed.length);
  for (const [day, entries] of byDay.entries())
    for (const [at, entry] of (entries ?? []).entries())
      rows[day * listed.length + places[day]![at]!] = entry.rows;
  return { listed, rows, places };
}

const nullsFor = (size: number): SegmentNulls => ({
  nulls: new Uint32Array(size),
  nullLikes: new Uint32Array(size),
});

const countsFor = (size: number, bucketedDays: number): PropertySegments => ({
  ...nullsFor(size),
  numbers: new Uint32Array(size),
  texts: new Uint32Array(size),
  buckets:
    bucketedDays === 0
      ? null
      : {
          segments: new Uint32Array(size * bucketCount),
          event: new Uint32Array(bucketedDays * bucketCount),
          isCounted: new Uint8Array(bucketedDays),
        },
});

function clearNulls({ nulls, nullLikes }: SegmentNulls): void {
  nulls.fill(0);
  nullLikes.fill(0);
}

function clear(counts: PropertySegments): void {
  clearNulls(counts);
  counts.numbers.fill(0);
  counts.texts.fill(0);
  counts.buckets?.segments.fill(0);
  counts.buckets?.event.fill(0);
  counts.buckets?.isCounted.fill(0);
}
