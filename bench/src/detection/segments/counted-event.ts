import type { PropertySeries } from "../../../../functions/src/aggregates/model.js";
import { bucketCount, type EventSegments } from "../../../../functions/src/aggregates/event-segments.js";
import { numberBucket } from "../../../../functions/src/aggregates/value-bucket.js";
import { propertyDay } from "../../../../functions/src/engine/testing/property-series.js";
import { isNullLike } from "../../../../functions/src/aggregates/value-traits.js";
import { aggregatedDays, countries, platforms, type Cell } from "./world.js";

const clients = ["swift", "web", "android"];
const dimensions = [
  { property: "$os", values: platforms.map(({ name }) => name as string) },
  { property: "mp_lib", values: clients },
  { property: "country", values: countries.map(({ name }) => name as string) },
];
const versionsPerPlatform = 13;
const smallestSegmentDay = 5;

const placesOf = ({ platform, country }: Cell): number[] => [
  platform,
  clients.indexOf(platforms[platform]!.client),
  country,
];

type Counts = { nulls: Uint32Array; nullLikes: Uint32Array; numbers: Uint32Array; texts: Uint32Array };
type PropertyCounts = {
  values: Map<string, number>[];
  inDimensions: (Counts & { buckets: Uint32Array })[];
  buckets: Uint32Array;
  versions: { nulls: Uint32Array; nullLikes: Uint32Array };
};
const wordOf = (text: string): "null" | "like" | "number" | "text" | "other" => {
  if (text === "null" || text === '""') return "null";
  if (!text.startsWith('"')) return text === "true" || text === "false" ? "other" : "number";
  return isNullLike(text.slice(1, -1)) ? "like" : "text";
};

/** One event's one-way and two-way counts, filled cell by cell instead of row by row as in the profiler. */
export class CountedEvent {
  readonly rows = new Array<number>(aggregatedDays).fill(0);
  private readonly inDimensions = dimensions.map(
    ({ values }) => new Uint32Array(aggregatedDays * values.length),
  );
  private readonly versions = new Uint32Array(aggregatedDays * platforms.length * versionsPerPlatform);
  private readonly properties = new Map<string, PropertyCounts>();
  private readonly traits = new Map<string, { word: ReturnType<typeof wordOf>; bucket: number }>();
  private readonly series = new Map<string, PropertySeries>();
  private made: EventSegments | null = null;

  constructor(readonly name: string) {}

  addRows(day: number, cell: Cell): void {
    this.rows[day]! += cell.rows;
    placesOf(cell).forEach((place, d) => {
      this.inDimensions[d]![day * dimensions[d]!.values.length + place]! += cell.rows;
    });
    this.versions[this.versionAt(day, cell)]! += cell.rows;
    this.addValue("app_version", day, cell, JSON.stringify(`5.${cell.version}.0`), cell.rows);
    dimensions.forEach(({ property, values }, d) =>
      this.addValue(property, day, cell, JSON.stringify(values[placesOf(cell)[d]!]), cell.rows),
    );
  }

  addValue(property: string, day: number, cell: Cell, text: string, rows: number): void {
    if (rows === 0) return;
    const counts = this.countsOf(property);
    const { word, bucket } = this.traitsOf(text);
    const ofDay = counts.values[day]!;
    ofDay.set(text, (ofDay.get(text) ?? 0) + rows);
    placesOf(cell).forEach((place, d) => {
      const at = day * dimensions[d]!.values.length + place;
      const inside = counts.inDimensions[d]!;
      if (word === "null") inside.nulls[at]! += rows;
      else if (word === "like") inside.nullLikes[at]! += rows;
      else {
        if (word === "number") inside.numbers[at]! += rows;
        else if (word === "text") inside.texts[at]! += rows;
        inside.buckets[at * bucketCount + bucket]! += rows;
      }
    });
    if (word !== "null" && word !== "like") counts.buckets[day * bucketCount + bucket]! += rows;
    const pair = this.versionAt(day, cell);
    if (word === "null") counts.versions.nulls[pair]! += rows;
    else if (word === "like") counts.versions.nullLikes[pair]! += rows;
  }

  propertyNames = (): string[] => [...this.properties.keys()].sort();

  seriesOf(property: string): PropertySeries {
    let series = this.series.get(property);
    if (!series) {
      const counts = this.countsOf(property);
      const days = counts.values.map((values, day) => propertyDay(this.rows[day]!, values));
      series = { property, parent: this.name, rows: this.rows, days };
      this.series.set(property, series);
    }
    return series;
  }

  /** Finishes the counts; nothing may be added afterward. */
  segments(days: readonly string[]): EventSegments {
    return (this.made ??= this.makeSegments(days));
  }

  private makeSegments(days: readonly string[]): EventSegments {
    const known = new Map<string, Counts>();
    const isCounted = new Uint8Array(aggregatedDays).fill(1);
    const rows = this.inDimensions.map((counts) =>
      counts.map((count) => (count < smallestSegmentDay ? 0 : count)),
    );
    const pairs = platforms.flatMap(({ name }) =>
      Array.from({ length: versionsPerPlatform }, (_, version) => ({
        platform: named(name),
        version: named(`5.${version}.0`),
      })),
    );
    return {
      days,
      dimensions: dimensions.map(({ property, values }, d) => ({
        property,
        isNarrow: true,
        values: values.map(named),
        rows: rows[d]!,
        isCounted,
      })),
      property: (d, property) => {
        const { inDimensions, buckets } = this.countsOf(property);
        const { buckets: segments, ...counts } = inDimensions[d]!;
        const key = `${d} ${property}`;
        const shown = known.get(key) ?? this.known(counts, rows[d]!);
        known.set(key, shown);
        return { ...shown, buckets: { segments, event: buckets, isCounted } };
      },
      versions: { version: "app_version", platform: "$os", pairs, rows: this.versions },
      versionNulls: (property) => this.countsOf(property).versions,
    };
  }

  /** Segment-days with fewer than 5 rows are not counted. */
  private known(counts: Counts, rows: Uint32Array): Counts {
    const kept = (all: Uint32Array): Uint32Array => all.map((count, at) => (rows[at] === 0 ? 0 : count));
    const { nulls, nullLikes, numbers, texts } = counts;
    return { nulls: kept(nulls), nullLikes: kept(nullLikes), numbers: kept(numbers), texts: kept(texts) };
  }

  private versionAt = (day: number, { platform, version }: Cell): number =>
    (day * platforms.length + platform) * versionsPerPlatform + version;

  private traitsOf(text: string) {
    let traits = this.traits.get(text);
    if (!traits) {
      const word = wordOf(text);
      traits = { word, bucket: word === "number" ? numberBucket(Number(text)) : hashBucket(text) };
      this.traits.set(text, traits);
    }
    return traits;
  }

  private countsOf(property: string): PropertyCounts {
    let counts = this.properties.get(property);
    if (!counts) {
      const pairs = aggregatedDays * platforms.length * versionsPerPlatform;
      counts = {
        values: Array.from({ length: aggregatedDays }, () => new Map<string, number>()),
        inDimensions: dimensions.map(({ values }) => {
          const size = aggregatedDays * values.length;
          const made = () => new Uint32Array(size);
          return {
            nulls: made(),
            nullLikes: made(),
            numbers: made(),
            texts: made(),
            buckets: new Uint32Array(size * bucketCount),
          };
        }),
        buckets: new Uint32Array(aggregatedDays * bucketCount),
        versions: { nulls: new Uint32Array(pairs), nullLikes: new Uint32Array(pairs) },
      };
      this.properties.set(property, counts);
    }
    return counts;
  }
}

const named = (value: string) => ({ hash: `#${JSON.stringify(value)}`, name: JSON.stringify(value) });

/** FNV-1a, folded to 4 bits. */
function hashBucket(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash ^= hash >>> 8;
  return (hash ^ (hash >>> 4)) & (bucketCount - 1);
}
