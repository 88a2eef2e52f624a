import { alloc, free, reserve } from "../memory";
import { dimensionCount } from "./event-segments";

/**
 * Rows by bucket of each property inside the segments of narrow dimensions, for one event and day.
 *
 * A cell is a combination of segments, one of each narrow dimension. A row's values are counted in its cell alone, where
 * the counts of all properties are next to each other: one increment for each value, whatever the number of dimensions.
 * A segment's rows are the sum over its cells. Cells are added to sums by segment and emptied when there are too many of
 * them, or before a count of 16 bits overflows.
 */
@unmanaged
export class CellSet {
  /** Hash table of 2^bits cells. */
  table: usize;
  bits: u32;
  count: u32;
  /** Every cell and sum has room for 2^slotBits properties. */
  slotBits: u32;
  /** By dimension: addresses of the sums of its 128 segments, 16 counts of 32 bits for each property. */
  sums0: usize;
  sums1: usize;
  sums2: usize;
}

/** A cell; an unused place of the table has no block. */
@unmanaged
class Cell {
  /** Seven bits for the segment in each narrow dimension, plus 1; 0: the row is in no segment of that dimension. */
  key: u32;
  rows: u32;
  /** 16 counts of 16 bits for each property. */
  block: usize;
}

const placeBits: u32 = 4;
const firstBits: u32 = 4;
const mostBits: u32 = 6;
const keyBits: u32 = 8;
const firstSlotBits: u32 = 4;
const sumsBits: u32 = 9;
const sumsAt: usize = offsetof<CellSet>("sums0");
const buckets: u32 = 16;
/** Bytes of a property's counts, in a cell and in a sum. */
export const cellBytesBits: u32 = 5;
const sumBytesBits: u32 = 6;
const mostRows: u32 = 0xffff;

export function makeCellSet(): CellSet {
  const cells = changetype<CellSet>(reserve(offsetof<CellSet>()));
  cells.bits = firstBits;
  cells.table = alloc(firstBits + placeBits);
  cells.slotBits = firstSlotBits;
  return cells;
}

/** Part of a cell's key. */
@inline
export function cellKey(dimension: u32, segment: i32): u32 {
  return (<u32>(segment + 1)) << (dimension * keyBits);
}

function segmentOf(key: u32, dimension: u32): i32 {
  return <i32>((key >>> (dimension * keyBits)) & 0xff) - 1;
}

/** Counts a row in a cell. @returns the cell's counts of properties, with room for so many of them */
export function countCell(cells: CellSet, key: u32, slots: u32): usize {
  while (slots > 1 << cells.slotBits) growSlots(cells);
  let cell = findCell(cells, key);
  if (cell.block === 0) {
    if (cells.count << 1 === 1 << cells.bits) {
      if (cells.bits === mostBits) emptyCells(cells);
      else growTable(cells);
      cell = findCell(cells, key);
    }
    cells.count++;
    cell.key = key;
    cell.block = alloc(cells.slotBits + cellBytesBits);
  }
  if (cell.rows === mostRows) {
    addToSums(cells, cell);
    memory.fill(cell.block, 0, 1 << (cells.slotBits + cellBytesBits));
    cell.rows = 0;
  }
  cell.rows++;
  return cell.block;
}

/** Writes the rows of the 16 buckets of a property inside a segment. */
export function writeBuckets(cells: CellSet, dimension: u32, segment: u32, slot: u32, to: usize): void {
  memory.fill(to, 0, buckets << 2);
  if (slot >>> cells.slotBits !== 0) return;
  const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
  const sum = sums === 0 ? 0 : load<u32>(sums + (segment << 2));
  if (sum !== 0) memory.copy(to, sum + (slot << sumBytesBits), buckets << 2);
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.block !== 0 && segmentOf(cell.key, dimension) === segment)
      addCounts(cell.block + (slot << cellBytesBits), to);
  }
}

/** Forgets the counts inside a segment that another one replaces. */
export function dropSegment(cells: CellSet, dimension: u32, segment: u32): void {
  emptyCells(cells);
  const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
  const sum = sums === 0 ? 0 : load<u32>(sums + (segment << 2));
  if (sum !== 0) memory.fill(sum, 0, 1 << (cells.slotBits + sumBytesBits));
}

function tableEnd(cells: CellSet): usize {
  return cells.table + (1 << (cells.bits + placeBits));
}

/** The cell with this key, or the unused place where it belongs. */
function findCell(cells: CellSet, key: u32): Cell {
  const mask = (1 << cells.bits) - 1;
  let place = (key * 0x9e3779b1) >>> (32 - cells.bits);
  while (true) {
    const cell = changetype<Cell>(cells.table + (place << placeBits));
    if (cell.key === key || cell.block === 0) return cell;
    place = (place + 1) & mask;
  }
}

function growTable(cells: CellSet): void {
  const old = cells.table;
  const end = tableEnd(cells);
  cells.table = alloc(++cells.bits + placeBits);
  for (let at = old; at < end; at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.block !== 0) memory.copy(changetype<usize>(findCell(cells, cell.key)), at, 1 << placeBits);
  }
  free(old, cells.bits - 1 + placeBits);
}

/** Adds all cells to the sums and removes them. */
function emptyCells(cells: CellSet): void {
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits) {
    const cell = changetype<Cell>(at);
    if (cell.block === 0) continue;
    addToSums(cells, cell);
    free(cell.block, cells.slotBits + cellBytesBits);
    memory.fill(at, 0, 1 << placeBits);
  }
  cells.count = 0;
}

function addToSums(cells: CellSet, cell: Cell): void {
  for (let dimension: u32 = 0; dimension < dimensionCount; dimension++) {
    const segment = segmentOf(cell.key, dimension);
    if (segment < 0) continue;
    const sum = sumOf(cells, dimension, segment);
    for (let slot: u32 = 0; slot < 1 << cells.slotBits; slot++)
      addCounts(cell.block + (slot << cellBytesBits), sum + (slot << sumBytesBits));
  }
}

/** The sums of a segment, made when there are none. */
function sumOf(cells: CellSet, dimension: u32, segment: u32): usize {
  const at = changetype<usize>(cells) + sumsAt + (dimension << 2);
  if (load<u32>(at) === 0) store<u32>(at, alloc(sumsBits));
  const place = load<u32>(at) + (segment << 2);
  if (load<u32>(place) === 0) store<u32>(place, alloc(cells.slotBits + sumBytesBits));
  return load<u32>(place);
}

/** Adds 16 counts of 16 bits to 16 counts of 32 bits. */
function addCounts(from: usize, to: usize): void {
  for (let half: usize = 0; half < 2; half++) {
    const counts = v128.load(from + (half << 4));
    if (!v128.any_true(counts)) continue;
    const at = to + (half << 5);
    v128.store(at, i32x4.add(v128.load(at), i32x4.extend_low_i16x8_u(counts)));
    v128.store(at + 16, i32x4.add(v128.load(at + 16), i32x4.extend_high_i16x8_u(counts)));
  }
}

/** Doubles the room for properties in every cell and sum. */
function growSlots(cells: CellSet): void {
  const bits = cells.slotBits++;
  for (let at = cells.table; at < tableEnd(cells); at += 1 << placeBits)
    growBlock(at + offsetof<Cell>("block"), bits + cellBytesBits);
  for (let dimension: u32 = 0; dimension < dimensionCount; dimension++) {
    const sums = load<u32>(changetype<usize>(cells) + sumsAt + (dimension << 2));
    if (sums === 0) continue;
    for (let at = sums; at < sums + (1 << sumsBits); at += 4) growBlock(at, bits + sumBytesBits);
  }
}

function growBlock(at: usize, bits: u32): void {
  const old = load<u32>(at);
  if (old === 0) return;
  const grown = alloc(bits + 1);
  memory.copy(grown, old, 1 << bits);
  free(old, bits);
  store<u32>(at, grown);
}
