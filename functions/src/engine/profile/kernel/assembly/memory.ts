/** Free pieces by log₂ of their size: each begins with the address of the next. */
const freePieces: usize = memory.data(4 * 32);
const pageBits: u32 = 16;
/** Memory is asked for by the megabyte: each growth makes the host's views of it stale. */
const growthPages: i32 = 16;

let top: usize = __heap_base;

/** Zeroed memory that begins a cache line; it is never given back. */
export function take(size: usize): usize {
  const start = (top + 63) & ~63;
  top = start + size;
  // What a vector reads behind the last byte must be there too.
  const pages = <i32>((top + 64 + ((1 << pageBits) - 1)) >>> pageBits) - memory.size();
  if (pages > 0 && memory.grow(max(pages, growthPages)) < 0) unreachable();
  return start;
}

/** Zeroed memory of 2^bits bytes (64 at least), perhaps used before. */
export function takePiece(bits: u32): usize {
  const list = freePieces + (bits << 2);
  const piece = load<u32>(list);
  if (piece === 0) return take(1 << bits);
  store<u32>(list, load<u32>(piece));
  memory.fill(piece, 0, 1 << bits);
  return piece;
}

export function givePiece(piece: usize, bits: u32): void {
  const list = freePieces + (bits << 2);
  store<u32>(piece, load<u32>(list));
  store<u32>(list, piece);
}
