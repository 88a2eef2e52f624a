import { check, freedTwice, outOfMemory, stop, unknownSize } from "./checks";

/** First free block of each size, by log₂ of the size; a free block begins with the address of the next one. */
const freeLists: usize = memory.data(4 * 32);
const smallestBits: u32 = 6;
const pageBits: u32 = 16;
/** Memory grows by at least 1 MB, since each growth makes the host's views of it stale. */
const growthPages: i32 = 16;

let top: usize = __heap_base;

/** Reserves zeroed memory that starts on a cache line and is never freed. */
export function reserve(size: usize): usize {
  const start = (top + 63) & ~63;
  // Vectors read up to 64 bytes past the last byte.
  const end = start + size + 64;
  if (end < start) stop(outOfMemory);
  const pages = <i32>((end + ((1 << pageBits) - 1)) >>> pageBits) - memory.size();
  if (pages > 0 && memory.grow(max(pages, growthPages)) < 0) stop(outOfMemory);
  top = start + size;
  return start;
}

/** Allocates a zeroed block of 2^bits bytes, at least 64. Free it with `free`. */
export function alloc(bits: u32): usize {
  if (CHECKS) check(bits >= smallestBits && bits < 32, unknownSize);
  const list = freeLists + (bits << 2);
  const block = load<u32>(list);
  if (block === 0) return reserve(1 << bits);
  store<u32>(list, load<u32>(block));
  memory.fill(block, 0, 1 << bits);
  return block;
}

/** Frees a block that `alloc(bits)` returned. */
export function free(block: usize, bits: u32): void {
  if (CHECKS) check(bits >= smallestBits && bits < 32 && !isFree(block, bits), freedTwice);
  const list = freeLists + (bits << 2);
  store<u32>(block, load<u32>(list));
  store<u32>(list, block);
}

function isFree(block: usize, bits: u32): bool {
  const address = <u32>block;
  for (let at = load<u32>(freeLists + (bits << 2)); at !== 0; at = load<u32>(at))
    if (at === address) return true;
  return false;
}
