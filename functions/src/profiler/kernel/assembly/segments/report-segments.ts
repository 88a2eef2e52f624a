import { entriesOf, entryBytes, findEntry, hashAt, rowsAt, valueAt } from "../counts/table";
import { isNullLikeValue, valueKind, valueStart } from "../counts/values";
import { kindEmpty, kindNumber } from "../kinds";
import { EventDay, PropertyTally, SegmentDay } from "../records";
import { growList, list } from "../report";
import { bucketOf } from "./bucket";
import { isNarrow, pairSet } from "./event-segments";
import { bucketCount, rowsInCells, writeCounts } from "./cells";
import { usualClassOf } from "./count-row";
import { unusualRows } from "./segment-day";
import { segmentAt, setOf, valuesAt } from "./segment-set";

const maxBucketedValues: u32 = 200;
const segmentWords: u32 = 3;
const classWords: u32 = 4;
const pairWords: u32 = 2;
const classRows: usize = memory.data(16);

/**
 * Lists the segments of a set, three words each: rows, record of the value (for pairs, of the platform; 0 when
 * versions do not depend on one), record of the version. A record is 0 when the value is no longer stored.
 * @param firstTally tally of the property that the first record belongs to, 0 for none
 * @returns the number of segments
 */
export function listSegments(eventDay: usize, set: u32, firstTally: usize, versionTally: usize): u32 {
  const day = changetype<EventDay>(eventDay).segments;
  if (day === null) return 0;
  const segments = setOf(day, set);
  growList((segments.count * segmentWords) << 2);
  for (let i: u32 = 0; i < segments.count; i++) {
    const values = valuesAt(segments, i);
    const to = list + ((i * segmentWords) << 2);
    store<u32>(to, rowsOf(day, set, i));
    store<u32>(to, recordOf(firstTally, values.first), 4);
    store<u32>(to, recordOf(versionTally, values.second), 8);
  }
  return segments.count;
}

function rowsOf(day: SegmentDay, set: u32, segment: u32): u32 {
  const rows = segmentAt(setOf(day, set), segment).rows;
  return isNarrow(set) ? rows + rowsInCells(day.cells, set, segment) : rows;
}

function recordOf(tallyAddress: usize, hash: u64): u32 {
  if (tallyAddress === 0) return 0;
  const tally = changetype<PropertyTally>(tallyAddress);
  const entry = findEntry(tally.table, tally.bits, hash);
  return entry === 0 ? 0 : <u32>valueAt(tally.bits, entry);
}

/**
 * Lists a property's rows inside every segment of a set: for dimensions 20 words per segment (null, null-like,
 * number, text, then 16 buckets), for pairs two (null, null-like).
 */
export function listSegmentCounts(eventDay: usize, set: u32, slot: u32): void {
  const day = changetype<EventDay>(eventDay).segments!;
  const usualClass = usualClassOf(changetype<EventDay>(eventDay), slot);
  const segments = setOf(day, set);
  const isPairs = set === pairSet;
  const classes: u32 = isPairs ? pairWords : classWords;
  const words: u32 = isPairs ? classes : classes + bucketCount;
  const unusual = unusualRows(day, slot, set);
  const usual = isPairs ? min<u32>(usualClass, classes) : usualClass;
  // Includes room for the classes that `writeCounts` writes after the last segment's buckets.
  growList((segments.count * words + classWords) << 2);
  for (let i: u32 = 0; i < segments.count; i++) {
    const to = list + ((i * words) << 2);
    let rest = rowsOf(day, set, i);
    let rowsOfClasses = unusual + ((i * classes) << 2);
    if (isNarrow(set)) {
      // The buckets are already where they belong; the classes after them are moved to their places below.
      writeCounts(day.cells, set, i, slot, to + (classes << 2));
      memory.copy(classRows, to + ((classes + bucketCount) << 2), classes << 2);
      rowsOfClasses = classRows;
    } else if (unusual === 0) rowsOfClasses = 0;
    // The usual class is not counted, since it has the remaining rows. The last class is not listed.
    for (let valueClass: u32 = 0; valueClass <= classes; valueClass++) {
      if (valueClass === usual) continue;
      const place = valueClass - u32(valueClass > usual);
      const rows = rowsOfClasses === 0 ? 0 : load<u32>(rowsOfClasses + (place << 2));
      rest -= rows;
      if (valueClass < classes) store<u32>(to + (valueClass << 2), rows);
    }
    if (usual < classes) store<u32>(to + (usual << 2), rest);
    if (!isPairs && !isNarrow(set)) memory.fill(to + (classes << 2), 0, bucketCount << 2);
  }
}

/**
 * Lists the rows of the 16 buckets of a property, over all rows of the event.
 * @returns whether the property has buckets: every value is counted, and there are at most 200
 */
export function listBuckets(tallyAddress: usize): bool {
  const tally = changetype<PropertyTally>(tallyAddress);
  if (tally.sketch !== null) return false;
  growList(bucketCount << 2);
  memory.fill(list, 0, bucketCount << 2);
  const bits = <u32>tally.bits;
  let values: u32 = 0;
  const first = entriesOf(tally.table, bits);
  const end = first + tally.entries * entryBytes;
  for (let at = first; at < end; at += entryBytes) {
    const record = valueAt(bits, at);
    const kind = valueKind(record);
    if (kind <= kindEmpty) continue;
    if (++values > maxBucketedValues) return false;
    if (isNullLikeValue(record)) continue;
    const number = kind === kindNumber ? load<f64>(valueStart(record)) : 0;
    const to = list + (bucketOf(kind, hashAt(bits, at), number) << 2);
    store<u32>(to, load<u32>(to) + rowsAt(bits, at));
  }
  return true;
}
