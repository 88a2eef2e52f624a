import { EventDay } from "../counts/tally";
import { alloc, free, reserve } from "../memory";
import { dimensionCount } from "./event-segments";
import { segmentIndex, SegmentDay, setOf } from "./segment-day";
import { segmentAt } from "./segment-set";

/**
 * Counts inside the segments of narrow dimensions, for one event and day.
 *
 * A cell is a combination of values, one of each narrow dimension. A row is counted in its cell alone, where the counts of
 * all properties are next to each other: one lookup for each row and one increment for each value, whatever the number of
 * dimensions. What a segment has is the sum over its cells. Cells are added to sums by segment and removed when there are too
 * many of them, and emptied before a count of 8 bits overflows.
 */
@unmanaged
export class CellSet {
  /** Hash table of 2^bits cells. */
  table: usize;
  bits: u32;
  count: u32;
  /** Every cell and sum has room for 2^slotBits properties. */
  slotBits: u32;
  /** By dimension: addresses of the sums of its 128 segments, 20 counts of 32 bits for each property. */
  sums0: usize;
  sums1: usize;
  sums2: usize;
}

/** A cell; an unused place of the table has no counts. */
@unmanaged
class Cell {
  /** Of the combination of values. */
  hash: u64;
  rows: u32;
  /** For each property 16 counts by bucket and 4 of unusual classes, 8 bits each. */
  counts: usize;
  /** A byte for each dimension: index of the segment plus 1; 0: the row is in no segment of that dimension. */
  segments: u32;
}

const placeBits: u32 = 5;
const firstBits: u32 = 3;
const mostBits: u32 = 6;
const firstSlotBits: u32 = 4;
const sumsBits: u32 = 9;
const sumsAt: usize = offsetof<CellSet>("sums0");
export const bucketCount: u32 = 16;
const classCount: u32 = 4;
const countCount: u32 = bucketCount + classCount;
/** Bytes of a property's counts in a cell, and where those of unusual classes begin. */
export const cellBytes: u32 = countCount;
export const cellClassesAt: u32 = bucketCount;
const sumBytes: u32 = countCount << 2;
const mostRows: u32 = 0xff;

export function makeCellSet(): CellSet {
  const cells = changetype<CellSet>(reserve(offsetof<CellSet>()));
  cells.bits = firstBits;
  cells.table = alloc(firstBits + placeBits);
  cells.slotBits = firstSlotBits;
  return cells;
}

/** log₂ of a block with `bytes` for each of 2^slotBits properties. */
function blockBits(slotBits: u32, bytes: u32): u32 {
  return 32 - clz((bytes << slotBits) - 1);
}

/**
 * Counts a row in its cell.
 * @param hash of the combination of values
 * @param value0 hash of the value of the first dimension; 0 when there is none or the dimension is not narrow
 * @returns the cell's counts by property
 */
export function countCell(day: EventDay, hash: u64, value0: u64, value1: u64, value2: u64): usize {
  const cells = day.segments!.cells;
  if (day.slots > 1 << cells.slotBits) growSlots(cells, day.slots);
  let cell = findCell(cells, hash);
  if (cell.counts === 0) cell = addCell(day, hash, value0, value1, value2);
  if (cell.rows === mostRows) {
    addToSums(day.segments!, cell);
    memory.fill(cell.counts, 0, cellBytes << cells.slotBits);
    cell.rows = 0;
  }
  cell.rows++;
  return cell.counts;
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
  cell.counts = alloc(blockBits(cells.slotBits, cellBytes));
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
    if (cell.counts !== 0 && segmentOf(cell, dimension) === segment) rows += cell.rows;
  }
  return rows;
}

/** Writes a property's rows inside a segment: 16 buckets, then 4 unusual classes. */
export function writeCounts(cells: CellSet, dimension: u32, segment: u32, slot: u32, to: usize): void {
  memory.fill(to, 0, sumBytes);
  if (slot >>> cells.slotBits !== 0) return;
  const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
  const sum = sums === 0 ? 0 : load<u32>(sums + (segment << 2));
  if (sum !== 0) memory.copy(to, sum + slot * sumBytes, sumBytes);
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.counts !== 0 && segmentOf(cell, dimension) === segment)
      addCounts(cell.counts + slot * cellBytes, to);
  }
}

/** Adds all cells to the sums and removes them. */
export function emptyCells(segments: SegmentDay): void {
  const cells = segments.cells;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.counts === 0) continue;
    addToSums(segments, cell);
    free(cell.counts, blockBits(cells.slotBits, cellBytes));
    memory.fill(at, 0, 1 << placeBits);
  }
  cells.count = 0;
}

/** Forgets the sums of a segment that another one replaces. */
export function clearSums(cells: CellSet, dimension: u32, segment: u32): void {
  const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
  const sum = sums === 0 ? 0 : load<u32>(sums + (segment << 2));
  if (sum !== 0) memory.fill(sum, 0, sumBytes << cells.slotBits);
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
    if (cell.hash === hash || cell.counts === 0) return cell;
    place = (place + 1) & mask;
  }
}

function growTable(cells: CellSet): void {
  const old = cells.table;
  const end = tableEnd(cells);
  cells.table = alloc(++cells.bits + placeBits);
  for (let at = old; at < end; at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.counts !== 0) memory.copy(changetype<usize>(findCell(cells, cell.hash)), at, 1 << placeBits);
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
    for (let slot: u32 = 0; slot < 1 << cells.slotBits; slot++)
      addCounts(cell.counts + slot * cellBytes, sum + slot * sumBytes);
  }
}

/** The sums of a segment, made when there are none. */
function sumOf(cells: CellSet, dimension: u32, segment: u32): usize {
  const at = changetype<usize>(cells) + sumsAt + (dimension << 2);
  if (load<u32>(at) === 0) store<u32>(at, alloc(sumsBits));
  const place = load<u32>(at) + (segment << 2);
  if (load<u32>(place) === 0) store<u32>(place, alloc(blockBits(cells.slotBits, sumBytes)));
  return load<u32>(place);
}

/** Adds counts of 8 bits to counts of 32 bits. */
function addCounts(from: usize, to: usize): void {
  const buckets = v128.load(from);
  if (v128.any_true(buckets)) {
    const low = i16x8.extend_low_i8x16_u(buckets);
    const high = i16x8.extend_high_i8x16_u(buckets);
    add(to, i32x4.extend_low_i16x8_u(low));
    add(to + 16, i32x4.extend_high_i16x8_u(low));
    add(to + 32, i32x4.extend_low_i16x8_u(high));
    add(to + 48, i32x4.extend_high_i16x8_u(high));
  }
  const classes = load<u32>(from + cellClassesAt);
  if (classes === 0) return;
  add(to + (bucketCount << 2), i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(classes))));
}

function add(to: usize, counts: v128): void {
  v128.store(to, i32x4.add(v128.load(to), counts));
}

/** Makes room for more properties in every cell and sum. */
function growSlots(cells: CellSet, slots: u32): void {
  const old = cells.slotBits;
  while (slots > 1 << cells.slotBits) cells.slotBits++;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits)
    growBlock(at + offsetof<Cell>("counts"), old, cells.slotBits, cellBytes);
  for (let dimension: u32 = 0; dimension < dimensionCount; dimension++) {
    const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
    if (sums === 0) continue;
    for (let at = sums; at < sums + (1 << sumsBits); at += 4) growBlock(at, old, cells.slotBits, sumBytes);
  }
}

function growBlock(at: usize, oldBits: u32, bits: u32, bytes: u32): void {
  const old = load<u32>(at);
  if (old === 0) return;
  const grown = alloc(blockBits(bits, bytes));
  memory.copy(grown, old, bytes << oldBits);
  free(old, blockBits(oldBits, bytes));
  store<u32>(at, grown);
}
