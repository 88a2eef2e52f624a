import { EventDay, SegmentDay } from "../records";
import { addCell, Cell, emptyCell, findCell, isFullCell, makeCellSlots, makeRoom } from "./cells";
import { segmentIndex } from "./segment-day";

/**
 * Counts a row in its cell.
 * @param hash of the combination of values
 * @param value0 hash of the value of the first dimension; 0 when there is none or the dimension is not narrow
 */
export function countCell(day: EventDay, hash: u64, value0: u64, value1: u64, value2: u64): Cell {
  const segments = day.segments!;
  makeCellSlots(segments.cells, day.slots);
  let cell = findCell(segments.cells, hash);
  if (cell.buckets === 0) cell = newCell(segments, hash, value0, value1, value2);
  if (isFullCell(cell)) emptyCell(segments, cell);
  cell.rows++;
  return cell;
}

/** Adds a cell, and its segments where they are new. */
function newCell(day: SegmentDay, hash: u64, value0: u64, value1: u64, value2: u64): Cell {
  const segments = segmentByte(day, 0, value0) | segmentByte(day, 1, value1) | segmentByte(day, 2, value2);
  makeRoom(day);
  return addCell(day.cells, hash, segments);
}

/** The byte that names the segment of a dimension in `Cell.segments`. */
function segmentByte(day: SegmentDay, dimension: u32, value: u64): u32 {
  if (value === 0) return 0;
  return (<u32>(segmentIndex(day, dimension, value, value, 0) + 1)) << (dimension << 3);
}
