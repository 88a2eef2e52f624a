import { bucketCount, type PlannedDimension } from "../../aggregates/event-segments.js";
import type {
  DayPair,
  DaySegment,
  DayVersions,
  PropertyDaySegments,
  SegmentDayCounts,
} from "../aggregates/segment-counts.js";
import { type ByteReader, times } from "./byte-reader.js";
import {
  allNull,
  onlyNumbers,
  onlyTexts,
  severalTypes,
  sharedFlags,
  someNull,
  someNullLike,
  typeShift,
} from "./encode-segments.js";
import type { TableReader } from "./value-table.js";

/** Receives the counts of a property; `segment` and `pair` are places in the event's lists. */
export type SegmentSink = {
  /** Rows of a bucket, over all rows of the event; if there are buckets, first called with 0 rows of bucket 0. */
  eventBucket(bucket: number, rows: number): void;
  counts(
    dimension: number,
    segment: number,
    nulls: number,
    nullLikes: number,
    numbers: number,
    texts: number,
  ): void;
  bucket(dimension: number, segment: number, bucket: number, rows: number): void;
  pair(pair: number, nulls: number, nullLikes: number): void;
};

/** The two-way counts of an event on a day, decoded property by property. */
export class EncodedSegments {
  readonly dimensions: readonly (readonly DaySegment[])[];
  readonly versions: DayVersions | null;
  readonly #offsets = new Map<string, number>();
  readonly #bodies: number;

  /** @param properties of the event, in the order of its directory */
  constructor(
    private readonly source: ByteReader,
    private readonly planned: readonly PlannedDimension[],
    properties: Iterable<string>,
    table: TableReader,
  ) {
    const value = () => {
      const reference = source.uint();
      const number = Math.floor(reference / 2);
      return { hash: table.hash(number), name: reference % 2 === 1 ? table.valueName(number) : null };
    };
    this.dimensions = planned.map(() =>
      times(source.uint(), (): DaySegment => ({ ...value(), rows: source.uint() })),
    );
    const version = source.uint();
    if (version === 0) this.versions = null;
    else {
      const platform = source.uint();
      this.versions = {
        version: table.name(version - 1),
        platform: platform === 0 ? null : table.name(platform - 1),
        pairs: times(source.uint(), (): DayPair => ({
          platform: platform === 0 ? null : value(),
          version: value(),
          rows: source.uint(),
        })),
      };
    }
    for (const property of properties) this.#offsets.set(property, source.uint());
    this.#bodies = source.at;
  }

  /** Decodes the counts of a property. @returns false when no row of the day has it */
  read(property: string, sink: SegmentSink): boolean {
    const offset = this.#offsets.get(property);
    if (offset === undefined) return false;
    const { source } = this;
    source.at = this.#bodies + offset;
    const hasBuckets = source.uint() === 1;
    if (hasBuckets) this.#readEventBuckets(sink);
    for (const [at, segments] of this.dimensions.entries())
      this.#readDimension(at, segments, hasBuckets && this.planned[at]!.isNarrow, sink);
    if (this.versions !== null) this.#readPairs(this.versions.pairs, sink);
    return true;
  }

  #readEventBuckets(sink: SegmentSink): void {
    sink.eventBucket(0, 0);
    const mask = this.#mask();
    for (let bucket = 0; bucket < bucketCount; bucket++)
      if ((mask & (1 << bucket)) !== 0) sink.eventBucket(bucket, this.source.uint());
  }

  #readDimension(at: number, segments: readonly DaySegment[], hasBuckets: boolean, sink: SegmentSink): void {
    const { source } = this;
    let flags = sharedFlags;
    for (let segment = 0; segment < segments.length; segment++) {
      const rows = segments[segment]!.rows;
      if (segment === 0 || (flags & sharedFlags) === 0) flags = source.byte();
      const nulls = this.#nulls(flags, rows);
      const nullLikes = (flags & someNullLike) === 0 ? 0 : source.uint();
      const filled = rows - nulls - nullLikes;
      const type = (flags >> typeShift) & 3;
      const numbers = type === severalTypes ? source.uint() : type === onlyNumbers ? filled : 0;
      const texts = type === severalTypes ? source.uint() : type === onlyTexts ? filled : 0;
      sink.counts(at, segment, nulls, nullLikes, numbers, texts);
      if (!hasBuckets || filled === 0) continue;
      let rest = filled;
      const mask = this.#mask();
      for (let bucket = 0; bucket < bucketCount; bucket++) {
        if ((mask & (1 << bucket)) === 0) continue;
        const inBucket = mask >> (bucket + 1) === 0 ? rest : source.uint();
        sink.bucket(at, segment, bucket, inBucket);
        rest -= inBucket;
      }
    }
  }

  #readPairs(pairs: readonly DayPair[], sink: SegmentSink): void {
    let flags = sharedFlags;
    for (let pair = 0; pair < pairs.length; pair++) {
      if (pair === 0 || (flags & sharedFlags) === 0) flags = this.source.byte();
      const nulls = this.#nulls(flags, pairs[pair]!.rows);
      sink.pair(pair, nulls, (flags & someNullLike) === 0 ? 0 : this.source.uint());
    }
  }

  #nulls(flags: number, rows: number): number {
    if ((flags & someNull) !== 0) return this.source.uint();
    return (flags & allNull) === 0 ? 0 : rows;
  }

  #mask(): number {
    const low = this.source.byte();
    return low | (this.source.byte() << 8);
  }
}

/** Decodes the counts of a property as objects. */
export function readPropertySegments(
  segments: EncodedSegments,
  planned: readonly PlannedDimension[],
  property: string,
): PropertyDaySegments {
  let buckets: number[] | null = null;
  const dimensions: SegmentDayCounts[][] = segments.dimensions.map(() => []);
  const pairs: PropertyDaySegments["pairs"][number][] = [];
  segments.read(property, {
    eventBucket: (bucket, rows) => void ((buckets ??= noBuckets())[bucket]! += rows),
    counts(dimension, _segment, nulls, nullLikes, numbers, texts) {
      const hasBuckets = buckets !== null && planned[dimension]!.isNarrow;
      dimensions[dimension]!.push({
        nulls,
        nullLikes,
        numbers,
        texts,
        buckets: hasBuckets ? noBuckets() : null,
      });
    },
    bucket(dimension, segment, bucket, rows) {
      (dimensions[dimension]![segment]!.buckets as number[])[bucket] = rows;
    },
    pair: (_pair, nulls, nullLikes) => void pairs.push({ nulls, nullLikes }),
  });
  return { dimensions, pairs, buckets };
}

const noBuckets = (): number[] => new Array<number>(bucketCount).fill(0);
