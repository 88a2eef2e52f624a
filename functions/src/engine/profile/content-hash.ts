/**
 * 64-bit content hash that the scanner computes while it looks for the end of a token, four bytes at a
 * time. Each word goes through a bijection of the state, so two texts collide only by chance (about 2⁻⁶⁴
 * a pair). It tells values apart in memory; what is stored is a keyed HMAC, see `keyed-hash.ts`.
 */
export const multiplierA = 0x9e3779b1 | 0;
export const multiplierB = 0x85ebca6b | 0;

/** Seeds by what is hashed, so that the text `[1]` and the list `[1]` differ. */
export const textSeed = 0x2545f491;
export const nestedSeed = 0x51ed270b;
export const numberSeed = 0x1b873593;

/** Keeps the lowest 0…3 bytes of a little-endian word. */
export const lowBytes = new Int32Array([0, 0xff, 0xffff, 0xffffff]);

export const mixA = (state: number, word: number): number => {
  const mixed = Math.imul(state ^ word, multiplierA);
  return mixed ^ (mixed >>> 15);
};

export const mixB = (state: number, word: number): number => {
  const mixed = Math.imul(state ^ word, multiplierB);
  return (mixed << 13) | (mixed >>> 19);
};

/** murmur3's finaliser: every input bit reaches every output bit. */
export const finish = (state: number, length: number): number => {
  let hash = state ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};

/**
 * Both halves of the hash of `length` bytes at `start`.
 * @param view must be readable for three bytes beyond the end
 */
export function hashBytes(
  view: DataView,
  start: number,
  length: number,
  seed: number,
): readonly [a: number, b: number] {
  let a = seed;
  let b = ~seed;
  const whole = start + (length & ~3);
  for (let at = start; at < whole; at += 4) {
    const word = view.getInt32(at, true);
    a = mixA(a, word);
    b = mixB(b, word);
  }
  const rest = length & 3;
  if (rest !== 0) {
    const word = view.getInt32(whole, true) & lowBytes[rest]!;
    a = mixA(a, word);
    b = mixB(b, word);
  }
  return [finish(a, length), finish(b, length)];
}
