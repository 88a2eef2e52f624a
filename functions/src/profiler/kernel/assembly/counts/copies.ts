import { alloc, free, reserve } from "../memory";

/**
 * Counts the copies among one event's rows of one day: rows of the same user in the same second as an earlier one, with
 * another insert id. Code that sends an event twice makes them.
 *
 * A user's second is an entry of a hash table: 39 bits of its hash, 12 bits of its first row's insert id, and its copies.
 * Beyond 896 entries, only seconds whose hash begins with a 0 bit are kept and counted, then those with two, and so on.
 * So a table takes at most 8 KB, and up to 896 seconds are counted exactly. Beyond that, copies are estimated from
 * their share among the rows of 448 or more seconds. If events are sent twice or not, the share's standard error is at
 * most 1.3 points (with a fifth of them sent twice), and 0 if all or none are.
 * @see Gibbons (2001), "Distinct sampling for highly-accurate answers to distinct values queries and event reports"
 */
@unmanaged
export class CopyCounter {
  /** Hash table of 2^bits entries. */
  table: usize;
  bits: u32;
  entries: u32;
  copies: u32;
  /** Number of 0 bits that the hash of a counted second begins with. */
  sampleBits: u32;
  /** Rows with a user, counted or not. */
  rows: u32;
}

const firstBits: u32 = 3;
const mostBits: u32 = 10;
const entryBits: u32 = 3;
const secondMask: u64 = 0xffffffffff000000;
const insertMask: u64 = 0xfff000;
const mostCopies: u64 = 0xfff;
/** Set in every entry, so that none is 0. */
const usedBit: u64 = 1 << 24;

export function makeCopyCounter(): CopyCounter {
  const counter = changetype<CopyCounter>(reserve(offsetof<CopyCounter>()));
  counter.bits = firstBits;
  counter.table = alloc(firstBits + entryBits);
  return counter;
}

/**
 * Counts a row.
 * @param second hash of its user and second
 * @param insertId hash of its insert id; 0 without one, which makes it a copy whatever the first row's is
 */
export function countSecond(counter: CopyCounter, second: u64, insertId: u64): void {
  counter.rows++;
  if (!isSampled(counter, second)) return;
  const at = placeOf(counter, second);
  const found = load<u64>(at);
  if (found === 0) {
    store<u64>(at, (second & secondMask) | usedBit | (insertId & insertMask));
    if (++counter.entries > (7 << counter.bits) >>> 3) makeRoom(counter);
    return;
  }
  const isSameRow = insertId !== 0 && ((found ^ insertId) & insertMask) === 0;
  if (isSameRow || (found & mostCopies) === mostCopies) return;
  store<u64>(at, found + 1);
  counter.copies++;
}

/** Copies among the rows, exact or estimated. */
export function copiesOf(counter: CopyCounter): u32 {
  const copies = counter.copies;
  if (counter.sampleBits === 0) return copies;
  return <u32>floor((<f64>counter.rows * <f64>copies) / <f64>max<u32>(1, counter.entries + copies) + 0.5);
}

function isSampled(counter: CopyCounter, second: u64): bool {
  return counter.sampleBits === 0 || second >>> (64 - <u64>counter.sampleBits) === 0;
}

/** Where the entry of a second is, or belongs. */
function placeOf(counter: CopyCounter, second: u64): usize {
  const mask = (1 << counter.bits) - 1;
  let place = (<u32>(second >>> 25)) & mask;
  while (true) {
    const at = counter.table + (place << entryBits);
    const found = load<u64>(at);
    if (found === 0 || (found ^ second) >>> 25 === 0) return at;
    place = (place + 1) & mask;
  }
}

/** Doubles the table, or keeps half of the seconds if it is as large as it may be. */
function makeRoom(counter: CopyCounter): void {
  const old = counter.table;
  const oldBits = counter.bits;
  if (oldBits < mostBits) counter.bits++;
  else counter.sampleBits++;
  counter.table = alloc(counter.bits + entryBits);
  counter.entries = 0;
  counter.copies = 0;
  for (let at = old; at < old + (1 << (oldBits + entryBits)); at += 1 << entryBits) {
    const entry = load<u64>(at);
    if (entry === 0 || !isSampled(counter, entry)) continue;
    store<u64>(placeOf(counter, entry), entry);
    counter.entries++;
    counter.copies += <u32>(entry & mostCopies);
  }
  free(old, oldBits + entryBits);
}
