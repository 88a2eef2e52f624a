import { free, reserve, alloc } from "../memory";

/**
 * Remembers rows by 48 bits of a hash: 16 bits choose one of 65,536 blocks, 32 bits are stored in it. A block is a
 * small open-addressing hash table. A row whose block is full goes to an overflow table; once that has too many
 * rows, all blocks grow. Blocks grow in place, from the last one to the first: a page of 64 KB has as many blocks
 * as fit, and growing only adds pages. Pages reuse memory that was freed elsewhere, if there is any.
 *
 * Of n rows, about n²/2⁴⁹ are mistaken for duplicates: one row in every fifth export of 10 million. Memory: 4.7 to
 * 5 bytes per row, from a few million rows on.
 */
const blockBits: u32 = 16;
const blockCount: u32 = 1 << blockBits;
/** Log₂ of the bytes of a page. */
const pageBits: u32 = 16;
const pagePlaces: u32 = 1 << (pageBits - 2);
/** Always a multiple of four, so that vectors can copy blocks. */
const firstPlaces: u32 = 4;
/** Blocks grow when one row in `overflowShare` is in the overflow, or when they are this full on average. */
const overflowShare: u32 = 256;
const smallestOverflow: u32 = 64;
const fullestShare: f64 = 0.86;
const maxPages: u32 = 1 << 13;

let pages: usize = 0;
let pageCount: u32 = 0;
let places: u32 = firstPlaces;
let blocksPerPage: u32 = pagePlaces / firstPlaces;
let limit: u32 = 0;
let remembered: u32 = 0;
let nextGrowth: u32 = <u32>(<f64>(blockCount * firstPlaces) * fullestShare);
/** Rows not remembered because the limit was reached, so their duplicates would be counted. */
export let notRemembered: u32 = 0;

let overflow: usize = 0;
let overflowBits: u32 = 8;
let overflowCount: u32 = 0;

/** @param rows number of rows remembered at most; later rows are still compared with these */
export function initDuplicates(rows: u32): void {
  limit = rows;
}

/** Allocates on first use, since exports without insert ids never need it. */
function makeBlocks(): void {
  pages = reserve(maxPages << 2);
  overflow = alloc(overflowBits + 3);
  addPages();
}

function addPages(): void {
  const needed = (blockCount + blocksPerPage - 1) / blocksPerPage;
  for (; pageCount < needed; pageCount++) store<u32>(pages + (pageCount << 2), alloc(pageBits));
}

function blockStart(block: u32): usize {
  const page = block / blocksPerPage;
  return load<u32>(pages + (page << 2)) + (((block - page * blocksPerPage) * places) << 2);
}

/** Reads the place where the hash would be stored, so that it is in the CPU cache when `addIfNew` needs it. */
export function prefetch(hash: u64): u32 {
  if (pages === 0) makeBlocks();
  return load<u32>(
    blockStart(<u32>(hash >>> 48)) + ((<usize>(((hash & 0xffffffff) * <u64>places) >>> 32)) << 2),
  );
}

/** Remembers a row. @returns whether its hash is new */
export function addIfNew(hash: u64): bool {
  if (pages === 0) makeBlocks();
  const block = <u32>(hash >>> 48);
  const stored = max(<u32>hash, 1);
  const start = blockStart(block);
  const at = findPlace(start, stored);
  const found = at !== 0 ? load<u32>(at) : 0;
  if (found === stored) return false;
  const key = ((<u64>block) << 32) | stored;
  if (at === 0 && isInOverflow(key)) return false;
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

/** Address where a hash is, or would be, in a block; 0 when it is not there and the block is full. */
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

/** Doubles small blocks, then adds a sixteenth. Each growth visits every block, but empty places take memory. */
function grownPlaces(from: u32): u32 {
  return from < 32 ? from << 1 : (from + (from >>> 4) + 3) & ~3;
}

function growBlocks(): void {
  const oldPlaces = places;
  const oldPerPage = blocksPerPage;
  const newPlaces = grownPlaces(oldPlaces);
  const newPerPage = pagePlaces / newPlaces;
  const movedBits: u32 = 34 - clz(oldPlaces);
  const moved = alloc(max<u32>(6, movedBits));
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
  free(moved, max<u32>(6, movedBits));
  emptyOverflow();
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

function isInOverflow(key: u64): bool {
  return load<u64>(overflowPlace(key)) !== 0;
}

function addOverflow(key: u64): void {
  if ((++overflowCount << 1) >>> overflowBits !== 0) {
    const old = overflow;
    const oldBits = overflowBits;
    overflow = alloc(++overflowBits + 3);
    for (let at = old; at < old + (8 << oldBits); at += 8)
      if (load<u64>(at) !== 0) store<u64>(overflowPlace(load<u64>(at)), load<u64>(at));
    free(old, oldBits + 3);
  }
  store<u64>(overflowPlace(key), key);
}

/** Moves rows from the overflow to their blocks, which now have room. */
function emptyOverflow(): void {
  const old = overflow;
  const oldBits = overflowBits;
  overflow = alloc(oldBits + 3);
  overflowCount = 0;
  for (let from = old; from < old + (8 << oldBits); from += 8) {
    const key = load<u64>(from);
    if (key === 0) continue;
    const at = findPlace(blockStart(<u32>(key >>> 32)), <u32>key);
    if (at !== 0) store<u32>(at, <u32>key);
    else addOverflow(key);
  }
  free(old, oldBits + 3);
}
