import { check, fullTable } from "../checks";

/**
 * A hash table of counts with open addressing: 2^bits places, and entries in the order in which they were added. A
 * place has 2 bytes (0: empty): the number of an entry and 5 bits of its hash. An entry has two halves, which lie
 * apart. Its first 8 bytes are what nearly every row needs: 40 bits of the hash and a count up to 2²⁴. The other 8
 * are needed only when the table is moved or read: the record of the value, the other 24 bits of the hash, and how
 * often the count overflowed.
 *
 * Places are small, and new entries lie next to each other, because waiting for memory takes most of the time that
 * counting takes. An entry and its place distinguish 42 bits or more of a hash, so about one new value in 10¹² is
 * mistaken for another one.
 */
export const smallestTableBits: u32 = 2;
/** Log₂ of the bytes that a table takes for each place. */
export const placeBits: u32 = 4;
export const entryBytes: u32 = 8;
const rowsBits: u64 = 24;
const maxRows: u64 = (1 << rowsBits) - 1;
const carryBits: u32 = 8;
/** Bits of a place that have the number of an entry plus 1. A tally has at most 2,003 entries. */
const numberBits: u32 = 11;
const numberMask: u32 = (1 << numberBits) - 1;
const tagMask: u32 = 31;

/** Entries that a table has room for: 7 for every 8 places. */
export function capacityOf(bits: u32): u32 {
  return (7 << bits) >>> 3;
}

/** Address of a table's first entry. */
export function entriesOf(table: usize, bits: u32): usize {
  return table + (2 << bits);
}

/** The other half of an entry. */
function sideOf(bits: u32, entry: usize): usize {
  return entry + (7 << bits);
}

/** The entry of a value; 0 when there is none. */
export function findEntry(table: usize, bits: u32, hash: u64): usize {
  const mask = (1 << bits) - 1;
  let index = firstIndex(bits, hash);
  let steps: u32 = 0;
  for (let place = placeAt(table, index); place !== 0; place = placeAt(table, index)) {
    if (place >>> numberBits === ((<u32>hash) & tagMask)) {
      const entry = entryAt(table, bits, place);
      if (hasHash(entry, hash)) return entry;
    }
    index = (index + 1) & mask;
    if (CHECKS) check(++steps <= <u32>mask, fullTable);
  }
  return 0;
}

/** `findEntry` for the one caller that runs for each value: most are at their first place, so this saves a call. */
export function findEntryFast(table: usize, bits: u32, hash: u64): usize {
  const place = placeAt(table, firstIndex(bits, hash));
  if (place === 0) return 0;
  const entry = entryAt(table, bits, place);
  return hasHash(entry, hash) ? entry : findEntry(table, bits, hash);
}

/** Index of the place that a value has unless another value has it. */
function firstIndex(bits: u32, hash: u64): u32 {
  return <u32>(hash >>> (64 - <u64>bits));
}

function placeAt(table: usize, index: u32): u32 {
  return load<u16>(table + (index << 1));
}

/** The entry that a place refers to. */
function entryAt(table: usize, bits: u32, place: u32): usize {
  return entriesOf(table, bits) + ((place & numberMask) - 1) * entryBytes;
}

function hasHash(entry: usize, hash: u64): bool {
  return (load<u64>(entry) ^ (hash << rowsBits)) <= maxRows;
}

/** Adds an entry for a value that has none. There must be room for it. @param number of entries so far */
export function addEntry(table: usize, bits: u32, number: u32, hash: u64, rows: u32, value: usize): void {
  const mask = (1 << bits) - 1;
  let index = firstIndex(bits, hash);
  while (placeAt(table, index) !== 0) index = (index + 1) & mask;
  store<u16>(table + (index << 1), (number + 1) | (((<u32>hash) & tagMask) << numberBits));
  const entry = entriesOf(table, bits) + number * entryBytes;
  const low = rows <= <u32>maxRows ? <u64>rows : <u64>((rows - 1) % <u32>maxRows) + 1;
  store<u64>(entry, (hash << rowsBits) | low);
  const side = sideOf(bits, entry);
  store<u32>(side, value);
  store<u32>(side, ((<u32>(hash >>> 40)) << carryBits) | ((rows - <u32>low) / <u32>maxRows), 4);
}

/** Adds one to the count of an entry. */
export function addRow(bits: u32, entry: usize): void {
  const found = load<u64>(entry);
  if ((found & maxRows) !== maxRows) store<u64>(entry, found + 1);
  else carry(bits, entry, found);
}

/** Adds one to a count that is full. */
function carry(bits: u32, entry: usize, found: u64): void {
  store<u64>(entry, (found & ~maxRows) | 1);
  const side = sideOf(bits, entry);
  store<u32>(side, load<u32>(side, 4) + 1, 4);
}

export function rowsAt(bits: u32, entry: usize): u32 {
  const carries = load<u32>(sideOf(bits, entry), 4) & ((1 << carryBits) - 1);
  return <u32>(load<u64>(entry) & maxRows) + carries * <u32>maxRows;
}

export function hashAt(bits: u32, entry: usize): u64 {
  const high = (<u64>load<u32>(sideOf(bits, entry), 4)) >>> carryBits;
  return (high << 40) | (load<u64>(entry) >>> rowsBits);
}

export function valueAt(bits: u32, entry: usize): usize {
  return load<u32>(sideOf(bits, entry));
}
