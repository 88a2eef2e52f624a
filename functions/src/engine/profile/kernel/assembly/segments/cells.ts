import { EventDay } from "../counts/tally";
import { alloc, free, reserve } from "../memory";
import { dimensionCount } from "./event-segments";
import { segmentIndex, SegmentDay, setOf } from "./segment-day";
import { segmentAt } from "./segment-set";

/**
 * Counts inside the segments of narrow dimensions, for one event and day.
 *
 * A cell is a combination of values, one of each narrow dimension. A row is counted only in its cell, where the
 * counts of all properties are next to each other: that takes one lookup per row and one increment per value,
 * whatever the number of dimensions. A segment's counts are the sums over its cells. Cells are added to sums by
 * segment and removed when there are too many of them, and added and reset before a count of 8 bits overflows.
 */
@unmanaged
export class CellSet {
  /** Hash table of 2^bits cells. */
  table: usize;
  bits: u32;
  count: u32;
  /** Every cell and sum has room for 2^slotBits properties. */
  slotBits: u32;
  /**
   * By dimension: addresses of the sums of its 128 segments, two for each: 16 counts by bucket for each property, and 4 of
   * unusual classes, 32 bits each.
   */
  sums0: usize;
  sums1: usize;
  sums2: usize;
}

/** A cell; an unused place of the table has no counts. */
@unmanaged
export class Cell {
  /** Hash of the combination of values. */
  hash: u64;
  rows: u32;
  /** For each property 16 counts by bucket, 8 bits each. */
  buckets: usize;
  /** For each property 4 counts of unusual classes, 8 bits each. */
  classes: usize;
  /** A byte for each dimension: index of the segment plus 1; 0 when its rows are in no segment of that dimension. */
  segments: u32;
}

const placeBits: u32 = 5;
const firstBits: u32 = 3;
const mostBits: u32 = 6;
const firstSlotBits: u32 = 4;
const sumPlaceBits: u32 = 3;
const sumsBits: u32 = 7 + sumPlaceBits;
const sumsAt: usize = offsetof<CellSet>("sums0");
/** Number of buckets of a property in a cell or sum. */
export const bucketCount: u32 = 16;
export const bucketsBits: u32 = 4;
export const classesBits: u32 = 2;
/** Log₂ of the bytes of a count in a sum. */
const sumCountBits: u32 = 2;
const mostRows: u32 = 0xff;

export function makeCellSet(): CellSet {
  const cells = changetype<CellSet>(reserve(offsetof<CellSet>()));
  cells.bits = firstBits;
  cells.table = alloc(firstBits + placeBits);
  cells.slotBits = firstSlotBits;
  return cells;
}

/**
 * Counts a row in its cell.
 * @param hash of the combination of values
 * @param value0 hash of the value of the first dimension; 0 when there is none or the dimension is not narrow
 */
export function countCell(day: EventDay, hash: u64, value0: u64, value1: u64, value2: u64): Cell {
  const cells = day.segments!.cells;
  if (day.slots > 1 << cells.slotBits) growSlots(cells, day.slots);
  let cell = findCell(cells, hash);
  if (cell.buckets === 0) cell = addCell(day, hash, value0, value1, value2);
  if (cell.rows === mostRows) {
    addToSums(day.segments!, cell);
    memory.fill(cell.buckets, 0, 1 << (cells.slotBits + bucketsBits));
    memory.fill(cell.classes, 0, 1 << (cells.slotBits + classesBits));
    cell.rows = 0;
  }
  cell.rows++;
  return cell;
}

function addCell(day: EventDay, hash: u64, value0: u64, value1: u64, value2: u64): Cell {
  const segments =
    cellSegment(day.segments!, 0, value0) |
    cellSegment(day.segments!, 1, value1) |
    cellSegment(day.segments!, 2, value2);
  const cells = day.segments!.cells;
  if (cells.count << 1 === 1 << cells.bits) {
    if (cells.bits === mostBits) emptyCells(day.segments!);
    else growTable(cells);
  }
  cells.count++;
  const cell = findCell(cells, hash);
  cell.hash = hash;
  cell.segments = segments;
  cell.buckets = alloc(cells.slotBits + bucketsBits);
  cell.classes = alloc(cells.slotBits + classesBits);
  return cell;
}

function cellSegment(day: SegmentDay, dimension: u32, value: u64): u32 {
  if (value === 0) return 0;
  return (<u32>(segmentIndex(day, dimension, value, value, 0) + 1)) << (dimension << 3);
}

function segmentOf(cell: Cell, dimension: u32): i32 {
  return <i32>((cell.segments >>> (dimension << 3)) & 0xff) - 1;
}

/** Rows inside a segment that are not yet in its sums. */
export function rowsInCells(cells: CellSet, dimension: u32, segment: u32): u32 {
  let rows: u32 = 0;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.buckets !== 0 && segmentOf(cell, dimension) === segment) rows += cell.rows;
  }
  return rows;
}

/** Writes a property's rows inside a segment: 16 buckets, then 4 unusual classes. */
export function writeCounts(cells: CellSet, dimension: u32, segment: u32, slot: u32, to: usize): void {
  const classesTo = to + (bucketCount << sumCountBits);
  memory.fill(to, 0, (bucketCount + (1 << classesBits)) << sumCountBits);
  if (slot >>> cells.slotBits !== 0) return;
  const sums = sumsOf(cells, dimension);
  if (sums !== 0) {
    const sum = sums + (segment << sumPlaceBits);
    if (load<u32>(sum) !== 0) {
      memory.copy(to, load<u32>(sum) + (slot << (bucketsBits + sumCountBits)), bucketCount << sumCountBits);
      v128.store(classesTo, v128.load(load<u32>(sum, 4) + (slot << (classesBits + sumCountBits))));
    }
  }
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.buckets === 0 || segmentOf(cell, dimension) !== segment) continue;
    addBuckets(cell.buckets + (slot << bucketsBits), to);
    addClasses(cell.classes + (slot << classesBits), classesTo);
  }
}

/** Adds all cells to the sums and removes them. */
export function emptyCells(segments: SegmentDay): void {
  const cells = segments.cells;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.buckets === 0) continue;
    addToSums(segments, cell);
    free(cell.buckets, cells.slotBits + bucketsBits);
    free(cell.classes, cells.slotBits + classesBits);
    memory.fill(at, 0, 1 << placeBits);
  }
  cells.count = 0;
}

/** Clears the sums of a segment that another one replaces. */
export function clearSums(cells: CellSet, dimension: u32, segment: u32): void {
  const sums = sumsOf(cells, dimension);
  if (sums === 0) return;
  const sum = sums + (segment << sumPlaceBits);
  if (load<u32>(sum) === 0) return;
  memory.fill(load<u32>(sum), 0, 1 << (cells.slotBits + bucketsBits + sumCountBits));
  memory.fill(load<u32>(sum, 4), 0, 1 << (cells.slotBits + classesBits + sumCountBits));
}

/** Addresses of the sums of a dimension's segments; 0 when there are none. */
function sumsOf(cells: CellSet, dimension: u32): usize {
  return load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
}

function tableEnd(cells: CellSet): usize {
  return cells.table + (1 << (cells.bits + placeBits));
}

/** The cell with this hash, or the unused place where it belongs. */
function findCell(cells: CellSet, hash: u64): Cell {
  const mask = (1 << cells.bits) - 1;
  let place = (<u32>hash) & mask;
  while (true) {
    const cell = changetype<Cell>(cells.table + (place << placeBits));
    if (cell.hash === hash || cell.buckets === 0) return cell;
    place = (place + 1) & mask;
  }
}

function growTable(cells: CellSet): void {
  const old = cells.table;
  const end = tableEnd(cells);
  cells.table = alloc(++cells.bits + placeBits);
  for (let at = old; at < end; at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.buckets !== 0) memory.copy(changetype<usize>(findCell(cells, cell.hash)), at, 1 << placeBits);
  }
  free(old, cells.bits - 1 + placeBits);
}

function addToSums(segments: SegmentDay, cell: Cell): void {
  const cells = segments.cells;
  for (let dimension: u32 = 0; dimension < dimensionCount; dimension++) {
    const segment = segmentOf(cell, dimension);
    if (segment < 0) continue;
    segmentAt(setOf(segments, dimension), segment).rows += cell.rows;
    const sum = sumOf(cells, dimension, segment);
    const buckets = load<u32>(sum);
    const classes = load<u32>(sum, 4);
    for (let slot: u32 = 0; slot < 1 << cells.slotBits; slot++) {
      addBuckets(cell.buckets + (slot << bucketsBits), buckets + (slot << (bucketsBits + sumCountBits)));
      addClasses(cell.classes + (slot << classesBits), classes + (slot << (classesBits + sumCountBits)));
    }
  }
}

/** Position of the two addresses of a segment's sums, which are allocated if there are none. */
function sumOf(cells: CellSet, dimension: u32, segment: u32): usize {
  const at = changetype<usize>(cells) + sumsAt + (dimension << 2);
  if (load<u32>(at) === 0) store<u32>(at, alloc(sumsBits));
  const sum = load<u32>(at) + (segment << sumPlaceBits);
  if (load<u32>(sum) === 0) {
    store<u32>(sum, alloc(cells.slotBits + bucketsBits + sumCountBits));
    store<u32>(sum, alloc(cells.slotBits + classesBits + sumCountBits), 4);
  }
  return sum;
}

/** Adds 16 counts of 8 bits to counts of 32 bits. */
function addBuckets(from: usize, to: usize): void {
  const counts = v128.load(from);
  if (!v128.any_true(counts)) return;
  const low = i16x8.extend_low_i8x16_u(counts);
  const high = i16x8.extend_high_i8x16_u(counts);
  add(to, i32x4.extend_low_i16x8_u(low));
  add(to + 16, i32x4.extend_high_i16x8_u(low));
  add(to + 32, i32x4.extend_low_i16x8_u(high));
  add(to + 48, i32x4.extend_high_i16x8_u(high));
}

/** Adds 4 counts of 8 bits to counts of 32 bits. */
function addClasses(from: usize, to: usize): void {
  const counts = load<u32>(from);
  if (counts !== 0) add(to, i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(counts))));
}

function add(to: usize, counts: v128): void {
  v128.store(to, i32x4.add(v128.load(to), counts));
}

/** Makes room for more properties in every cell and sum. */
function growSlots(cells: CellSet, slots: u32): void {
  const old = cells.slotBits;
  while (slots > 1 << cells.slotBits) cells.slotBits++;
  const bits = cells.slotBits;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    growBlock(at + offsetof<Cell>("buckets"), old + bucketsBits, bits + bucketsBits);
    growBlock(at + offsetof<Cell>("classes"), old + classesBits, bits + classesBits);
  }
  for (let dimension: u32 = 0; dimension < dimensionCount; dimension++) {
    const sums = sumsOf(cells, dimension);
    if (sums === 0) continue;
    for (let sum = sums; sum < sums + (1 << sumsBits); sum += 1 << sumPlaceBits) {
      growBlock(sum, old + bucketsBits + sumCountBits, bits + bucketsBits + sumCountBits);
      growBlock(sum + 4, old + classesBits + sumCountBits, bits + classesBits + sumCountBits);
    }
  }
}

/** Replaces the block whose address is at `at` with a larger one; does nothing if there is none. */
function growBlock(at: usize, oldBits: u32, bits: u32): void {
  const old = load<u32>(at);
  if (old === 0) return;
  const grown = alloc(bits);
  memory.copy(grown, old, 1 << oldBits);
  free(old, oldBits);
  store<u32>(at, grown);
}
