import { bucketCount, type PlannedDimension } from "../../aggregates/event-segments.js";
import type {
  DayPair,
  DaySegment,
  EventDaySegments,
  NullCounts,
  PropertyDaySegments,
  SegmentDayCounts,
} from "../aggregates/segment-counts.js";
import { ByteWriter } from "./byte-writer.js";
import type { TableWriter } from "./value-table.js";

/**
 * The first byte of a segment's counts has flags, and only counts that do not follow from them are written: none,
 * all or some rows are null (bits 0 and 1), any row is null-like (bit 2), and the type of the other values if
 * there is only one (bits 3 and 4). Bit 7: the byte applies to all segments of the dimension.
 */
export const allNull = 1;
export const someNull = 2;
export const someNullLike = 4;
export const typeShift = 3;
export const onlyNumbers = 0;
export const onlyTexts = 1;
const onlyOthers = 2;
export const severalTypes = 3;
export const sharedFlags = 128;

/** Encodes the two-way counts of an event on a day: its segments, a directory of its properties, then their counts. */
export function encodeSegments(
  segments: EventDaySegments,
  properties: readonly string[],
  dimensions: readonly PlannedDimension[],
  table: TableWriter,
): Buffer {
  const out = new ByteWriter();
  for (const listed of segments.dimensions) {
    out.uint(listed.length);
    for (const { hash, name, rows } of listed) {
      out.uint(table.valueReference(hash, name));
      out.uint(rows);
    }
  }
  writeVersions(out, segments, table);
  const body = new ByteWriter();
  for (const property of properties) {
    out.uint(body.length);
    writeProperty(body, segments, segments.property(property), dimensions);
  }
  out.raw(body.bytes());
  return out.bytes();
}

function writeVersions(out: ByteWriter, { versions }: EventDaySegments, table: TableWriter): void {
  if (versions === null) {
    out.uint(0);
    return;
  }
  out.uint(table.nameNumber(versions.version) + 1);
  out.uint(versions.platform === null ? 0 : table.nameNumber(versions.platform) + 1);
  out.uint(versions.pairs.length);
  for (const { platform, version, rows } of versions.pairs) {
    if (platform !== null) out.uint(table.valueReference(platform.hash, platform.name));
    out.uint(table.valueReference(version.hash, version.name));
    out.uint(rows);
  }
}

function writeProperty(
  out: ByteWriter,
  segments: EventDaySegments,
  counts: PropertyDaySegments,
  dimensions: readonly PlannedDimension[],
): void {
  out.uint(counts.buckets === null ? 0 : 1);
  if (counts.buckets !== null) writeBuckets(out, counts.buckets, true);
  for (const [at, listed] of segments.dimensions.entries())
    writeDimension(out, listed, counts.dimensions[at]!, dimensions[at]!.isNarrow && counts.buckets !== null);
  if (segments.versions !== null) writePairs(out, segments.versions.pairs, counts.pairs);
}

function writeDimension(
  out: ByteWriter,
  segments: readonly DaySegment[],
  counts: readonly SegmentDayCounts[],
  hasBuckets: boolean,
): void {
  const flags = counts.map((count, at) =>
    flagsOf(segments[at]!.rows, count, typeOf(segments[at]!.rows, count)),
  );
  const isShared = writeSharedFlags(out, flags);
  for (const [at, count] of counts.entries()) {
    if (!isShared) out.raw([flags[at]!]);
    writeNulls(out, flags[at]!, count);
    if (flags[at]! >> typeShift === severalTypes) {
      out.uint(count.numbers);
      out.uint(count.texts);
    }
    if (hasBuckets && filledRows(segments[at]!.rows, count) > 0) writeBuckets(out, count.buckets!, false);
  }
}

function writePairs(out: ByteWriter, pairs: readonly DayPair[], counts: readonly NullCounts[]): void {
  const flags = counts.map((count, at) => flagsOf(pairs[at]!.rows, count, 0));
  const isShared = writeSharedFlags(out, flags);
  for (const [at, count] of counts.entries()) {
    if (!isShared) out.raw([flags[at]!]);
    writeNulls(out, flags[at]!, count);
  }
}

function writeSharedFlags(out: ByteWriter, flags: readonly number[]): boolean {
  const isShared = flags.length > 0 && flags.every((flag) => flag === flags[0]);
  if (isShared) out.raw([flags[0]! | sharedFlags]);
  return isShared;
}

function writeNulls(out: ByteWriter, flags: number, { nulls, nullLikes }: NullCounts): void {
  if ((flags & someNull) !== 0) out.uint(nulls);
  if ((flags & someNullLike) !== 0) out.uint(nullLikes);
}

const flagsOf = (rows: number, { nulls, nullLikes }: NullCounts, type: number): number =>
  (nulls === 0 ? 0 : nulls === rows ? allNull : someNull) |
  (nullLikes === 0 ? 0 : someNullLike) |
  (type << typeShift);

const filledRows = (rows: number, { nulls, nullLikes }: NullCounts): number => rows - nulls - nullLikes;

function typeOf(rows: number, counts: SegmentDayCounts): number {
  const filled = filledRows(rows, counts);
  if (counts.numbers === filled) return onlyNumbers;
  if (counts.texts === filled) return onlyTexts;
  return counts.numbers === 0 && counts.texts === 0 ? onlyOthers : severalTypes;
}

/** Writes a mask of the buckets with rows, then their rows; without `hasLast`, the last follows from the total. */
function writeBuckets(out: ByteWriter, buckets: readonly number[], hasLast: boolean): void {
  const used = Array.from({ length: bucketCount }, (_, at) => at).filter((at) => buckets[at]! > 0);
  const mask = used.reduce((bits, at) => bits | (1 << at), 0);
  out.raw([mask & 255, mask >> 8]);
  for (const at of hasLast ? used : used.slice(0, -1)) out.uint(buckets[at]!);
}
