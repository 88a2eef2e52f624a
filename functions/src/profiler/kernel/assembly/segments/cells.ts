import { alloc, free, reserve } from "../memory";
import { CellSet, SegmentDay } from "../records";
import { dimensionCount } from "./event-segments";
import { segmentAt, setOf } from "./segment-set";

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

/** Adds a cell. There must be room, see `makeRoom`. @param segments a byte for each dimension, as in `Cell` */
export function addCell(cells: CellSet, hash: u64, segments: u32): Cell {
  cells.count++;
  const cell = findCell(cells, hash);
  cell.hash = hash;
  cell.segments = segments;
  cell.buckets = alloc(cells.slotBits + bucketsBits);
  cell.classes = alloc(cells.slotBits + classesBits);
  return cell;
}

/** Makes room for one more cell. */
export function makeRoom(segments: SegmentDay): void {
  const cells = segments.cells;
  if (cells.count << 1 !== 1 << cells.bits) return;
  if (cells.bits === mostBits) emptyCells(segments);
  else growTable(cells);
}

/** Whether another row would overflow a count of the cell. */
export function isFullCell(cell: Cell): bool {
  return cell.rows === mostRows;
}

/** Adds a cell to the sums and sets its counts to zero. */
export function emptyCell(segments: SegmentDay, cell: Cell): void {
  const cells = segments.cells;
  addToSums(segments, cell);
  memory.fill(cell.buckets, 0, 1 << (cells.slotBits + bucketsBits));
  memory.fill(cell.classes, 0, 1 << (cells.slotBits + classesBits));
  cell.rows = 0;
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
export function findCell(cells: CellSet, hash: u64): Cell {
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

/** Makes room for so many properties in every cell and sum. */
export function makeCellSlots(cells: CellSet, slots: u32): void {
  const old = cells.slotBits;
  if (slots <= 1 << old) return;
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
