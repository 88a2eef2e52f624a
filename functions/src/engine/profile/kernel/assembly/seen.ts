import { givePiece, take, takePiece } from "./memory";

/**
 * Remembers rows by 48 bits of a hash: 16 choose one of 65,536 blocks, 32 are stored. A block of c places is a small
 * open-addressing table of its own. What finds its block full goes to the overflow, which stays small, since blocks
 * grow as soon as it does not. Blocks grow in place, the last one first: a page of 64 KB holds as many blocks as fit,
 * and pages are only ever added.
 *
 * Among n rows n²/2⁴⁹ are taken for duplicates by mistake: one row in every fifth export of 10 million. 4.7 to 6.5 bytes
 * a row from a few million on.
 */
const blockBits: u32 = 16;
const blockCount: u32 = 1 << blockBits;
const pagePlaces: u32 = 1 << 14;
const firstPlaces: u32 = 4;
/** A multiple of four places, so that vectors move them. Blocks grow when one row in so many overflows, or when they are this full on average. */
const overflowShare: u32 = 256;
const smallestOverflow: u32 = 64;
const fullestShare: f64 = 0.86;
const mostPages: u32 = 1 << 13;

let pages: usize = 0;
let pageCount: u32 = 0;
let places: u32 = firstPlaces;
let blocksPerPage: u32 = pagePlaces / firstPlaces;
let limit: u32 = 0;
let remembered: u32 = 0;
let nextGrowth: u32 = <u32>(<f64>(blockCount * firstPlaces) * fullestShare);
/** Rows that were not remembered because the limit was reached: their duplicates would not be seen. */
export let notRemembered: u32 = 0;

let overflow: usize = 0;
let overflowBits: u32 = 8;
let overflowCount: u32 = 0;

/** @param rows how many are remembered at the most; later rows are still compared with those */
export function prepareSeen(rows: u32): void {
  limit = rows;
}

/** Many small exports never ask for it. */
function makeBlocks(): void {
  pages = take(mostPages << 2);
  overflow = takePiece(overflowBits + 3);
  addPages();
}

function addPages(): void {
  const needed = (blockCount + blocksPerPage - 1) / blocksPerPage;
  for (; pageCount < needed; pageCount++) store<u32>(pages + (pageCount << 2), take(pagePlaces << 2));
}

function blockStart(block: u32): usize {
  const page = block / blocksPerPage;
  return load<u32>(pages + (page << 2)) + (((block - page * blocksPerPage) * places) << 2);
}

/** Brings the row's place near. */
export function approachSeen(hash: u64): u32 {
  if (pages === 0) makeBlocks();
  return load<u32>(
    blockStart(<u32>(hash >>> 48)) + ((<usize>(((hash & 0xffffffff) * <u64>places) >>> 32)) << 2),
  );
}

/** Whether a row with this hash is new. It is remembered. */
export function isNew(hash: u64): bool {
  if (pages === 0) makeBlocks();
  const block = <u32>(hash >>> 48);
  const stored = max(<u32>hash, 1);
  const start = blockStart(block);
  const at = findPlace(start, stored);
  const found = at !== 0 ? load<u32>(at) : 0;
  if (found === stored) return false;
  const key = ((<u64>block) << 32) | stored;
  if (at === 0 && overflows(key)) return false;
  if (remembered >= limit) {
    notRemembered++;
    return true;
  }
  remembered++;
  if (at !== 0) store<u32>(at, stored);
  else addOverflow(key);
  if (remembered >= nextGrowth || overflowCount > smallestOverflow + remembered / overflowShare) growBlocks();
  return true;
}

/** Where a stored value is or would be in a block; 0 when it is not there and the block is full. */
function findPlace(start: usize, stored: u32): usize {
  const end = start + (places << 2);
  const home = start + ((<usize>((<u64>stored * <u64>places) >>> 32)) << 2);
  for (let at = home; at < end; at += 4) {
    const found = load<u32>(at);
    if (found === stored || found === 0) return at;
  }
  for (let at = start; at < home; at += 4) {
    const found = load<u32>(at);
    if (found === stored || found === 0) return at;
  }
  return 0;
}

/** A quarter more places, and while blocks are small twice as many: each time every block is gone through. */
function morePlaces(from: u32): u32 {
  return from < 32 ? from << 1 : (from + (from >>> 2) + 3) & ~3;
}

function growBlocks(): void {
  const oldPlaces = places;
  const oldPerPage = blocksPerPage;
  const newPlaces = morePlaces(oldPlaces);
  const newPerPage = pagePlaces / newPlaces;
  const movedBits: u32 = 34 - clz(oldPlaces);
  const moved = takePiece(max<u32>(6, movedBits));
  places = newPlaces;
  blocksPerPage = newPerPage;
  nextGrowth = <u32>(<f64>blockCount * <f64>newPlaces * fullestShare);
  addPages();
  for (let block = <i32>blockCount - 1; block >= 0; block--) {
    places = oldPlaces;
    blocksPerPage = oldPerPage;
    const from = blockStart(block);
    for (let at: usize = 0; at < oldPlaces << 2; at += 16) v128.store(moved + at, v128.load(from + at));
    places = newPlaces;
    blocksPerPage = newPerPage;
    const start = blockStart(block);
    for (let at: usize = 0; at < newPlaces << 2; at += 16) v128.store(start + at, i64x2.splat(0));
    for (let at = moved; at < moved + (oldPlaces << 2); at += 4) {
      const stored = load<u32>(at);
      if (stored !== 0) store<u32>(findPlace(start, stored), stored);
    }
  }
  givePiece(moved, max<u32>(6, movedBits));
  returnOverflow();
}

function overflowPlace(key: u64): usize {
  const mask = (1 << overflowBits) - 1;
  let place = ((<u32>key) ^ (<u32>(key >>> 32) * 0x9e3779b1)) & mask;
  while (true) {
    const at = overflow + (place << 3);
    const found = load<u64>(at);
    if (found === key || found === 0) return at;
    place = (place + 1) & mask;
  }
}

function overflows(key: u64): bool {
  return load<u64>(overflowPlace(key)) !== 0;
}

function addOverflow(key: u64): void {
  if ((++overflowCount << 1) >>> overflowBits !== 0) {
    const old = overflow;
    const oldBits = overflowBits;
    overflow = takePiece(++overflowBits + 3);
    for (let at = old; at < old + (8 << oldBits); at += 8)
      if (load<u64>(at) !== 0) store<u64>(overflowPlace(load<u64>(at)), load<u64>(at));
    givePiece(old, oldBits + 3);
  }
  store<u64>(overflowPlace(key), key);
}

/** Gives rows of the overflow back to their blocks, which have room again. */
function returnOverflow(): void {
  const old = overflow;
  const oldBits = overflowBits;
  overflow = takePiece(oldBits + 3);
  overflowCount = 0;
  for (let from = old; from < old + (8 << oldBits); from += 8) {
    const key = load<u64>(from);
    if (key === 0) continue;
    const at = findPlace(blockStart(<u32>(key >>> 32)), <u32>key);
    if (at !== 0) store<u32>(at, <u32>key);
    else addOverflow(key);
  }
  givePiece(old, oldBits + 3);
}
