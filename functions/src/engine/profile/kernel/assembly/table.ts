/**
 * A table of counts: open addressing, 2^bits places of 8 bytes (0: empty) and, behind all of them, 8 bytes more for each
 * that are looked at only when the table is moved or read. The place holds what nearly every row needs: 40 bits of the
 * hash and rows up to 2²⁴. Behind are where the value is kept, the hash's other 24 bits, and how often rows ran over.
 * With the home of a place two values are told apart by 42 bits or more of their hashes: about one value in 10¹² that
 * was not seen before is taken for another.
 */
export const placeBits: u32 = 3;
export const entryBits: u32 = 4;
const rowsBits: u64 = 24;
const mostRows: u64 = (1 << rowsBits) - 1;
const carryBits: u32 = 8;

/** Where a value is counted, or the empty place for it. */
export function placeIn(table: usize, bits: u32, hash: u64): usize {
  const mask = (1 << bits) - 1;
  const tag = hash << rowsBits;
  let index = <u32>(hash >>> (64 - <u64>bits));
  while (true) {
    const at = table + (index << placeBits);
    const found = load<u64>(at);
    if ((found & ~mostRows) === tag || found === 0) return at;
    index = (index + 1) & mask;
  }
}

function behind(bits: u32, place: usize): usize {
  return place + (1 << (bits + placeBits));
}

export function writeEntry(bits: u32, place: usize, hash: u64, rows: u32, value: usize): void {
  const low = rows <= <u32>mostRows ? <u64>rows : <u64>((rows - 1) % <u32>mostRows) + 1;
  store<u64>(place, (hash << rowsBits) | low);
  const more = behind(bits, place);
  store<u32>(more, value);
  store<u32>(more, ((<u32>(hash >>> 40)) << carryBits) | ((rows - <u32>low) / <u32>mostRows), 4);
}

/** Counts one row more at a place that is not empty. */
export function addRow(bits: u32, place: usize): void {
  const found = load<u64>(place);
  if ((found & mostRows) !== mostRows) {
    store<u64>(place, found + 1);
    return;
  }
  store<u64>(place, (found & ~mostRows) | 1);
  const more = behind(bits, place);
  store<u32>(more, load<u32>(more, 4) + 1, 4);
}

export function rowsAt(bits: u32, place: usize): u32 {
  const carry = load<u32>(behind(bits, place), 4) & ((1 << carryBits) - 1);
  return <u32>(load<u64>(place) & mostRows) + carry * <u32>mostRows;
}

export function hashAt(bits: u32, place: usize): u64 {
  const high = (<u64>load<u32>(behind(bits, place), 4)) >>> carryBits;
  return (high << 40) | (load<u64>(place) >>> rowsBits);
}

export function valueAt(bits: u32, place: usize): usize {
  return load<u32>(behind(bits, place));
}
