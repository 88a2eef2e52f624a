import { check, fullTable } from "../checks";

/**
 * A hash table of counts with open addressing. Its first half has 2^bits entries of 8 bytes (0: empty) with the
 * part that nearly every row needs: 40 bits of the hash and a count up to 2²⁴. Its second half has 8 more bytes
 * for each entry, which are needed only when the table is moved or read: the record of the value, the other 24
 * bits of the hash, and how often the count overflowed. Together with its position, an entry distinguishes 42 bits
 * or more of a hash, so about one new value in 10¹² is mistaken for another one.
 */
export const placeBits: u32 = 3;
export const entryBits: u32 = 4;
export const rowsBits: u64 = 24;
export const maxRows: u64 = (1 << rowsBits) - 1;
const carryBits: u32 = 8;

/** The entry of a value, or the empty entry where it belongs. */
export function findEntry(table: usize, bits: u32, hash: u64): usize {
  const mask = (1 << bits) - 1;
  const tag = hash << rowsBits;
  let index = <u32>(hash >>> (64 - <u64>bits));
  let steps: u32 = 0;
  while (true) {
    const at = table + (index << placeBits);
    const found = load<u64>(at);
    if ((found & ~maxRows) === tag || found === 0) return at;
    index = (index + 1) & mask;
    if (CHECKS) check(++steps <= <u32>mask, fullTable);
  }
}

/** The entry's 8 bytes in the second half. */
function sideOf(bits: u32, place: usize): usize {
  return place + (1 << (bits + placeBits));
}

export function writeEntry(bits: u32, place: usize, hash: u64, rows: u32, value: usize): void {
  const low = rows <= <u32>maxRows ? <u64>rows : <u64>((rows - 1) % <u32>maxRows) + 1;
  store<u64>(place, (hash << rowsBits) | low);
  const more = sideOf(bits, place);
  store<u32>(more, value);
  store<u32>(more, ((<u32>(hash >>> 40)) << carryBits) | ((rows - <u32>low) / <u32>maxRows), 4);
}

/** Adds one to the count of an entry that is not empty. */
export function addRow(bits: u32, place: usize): void {
  const found = load<u64>(place);
  if ((found & maxRows) !== maxRows) {
    store<u64>(place, found + 1);
    return;
  }
  store<u64>(place, (found & ~maxRows) | 1);
  const more = sideOf(bits, place);
  store<u32>(more, load<u32>(more, 4) + 1, 4);
}

export function rowsAt(bits: u32, place: usize): u32 {
  const carry = load<u32>(sideOf(bits, place), 4) & ((1 << carryBits) - 1);
  return <u32>(load<u64>(place) & maxRows) + carry * <u32>maxRows;
}

export function hashAt(bits: u32, place: usize): u64 {
  const high = (<u64>load<u32>(sideOf(bits, place), 4)) >>> carryBits;
  return (high << 40) | (load<u64>(place) >>> rowsBits);
}

export function valueAt(bits: u32, place: usize): usize {
  return load<u32>(sideOf(bits, place));
}
