/** Each kind of input has its own seed, so that the text `[1]` and the list `[1]` have different hashes. */
export let textSeed: u64 = 0;
export let nestedSeed: u64 = 0;
export let numberSeed: u64 = 0;
export let tokenSeed: u64 = 0;
export let literalSeed: u64 = 0;

/** @param seed derived from the connection's key, so that outsiders cannot construct colliding values */
export function seedHashes(seed: u64): void {
  textSeed = finish(seed ^ 1);
  nestedSeed = finish(seed ^ 2);
  numberSeed = finish(seed ^ 3);
  tokenSeed = finish(seed ^ 4);
  literalSeed = finish(seed ^ 5);
}

/** Adds a word to the state of a hash. For a given word it is a bijection of the state, and vice versa. */
export function mix(state: u64, word: u64): u64 {
  const product = (state ^ word) * 0x9e3779b97f4a7c15;
  return product ^ (product >>> 32);
}

/**
 * Turns a state into a hash of which every bit depends on every bit: murmur3's finalizer (Appleby 2011, public
 * domain).
 */
export function finish(state: u64): u64 {
  let hash = (state ^ (state >>> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >>> 33);
}

/** 16 bytes of ones, then 16 of zeros: a vector loaded n bytes before the middle is a mask of the first n bytes. */
const masks: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0,
]);

/** Mask of the first `count` bytes of a vector, 0 to 16. */
export function firstBytes(count: usize): v128 {
  return v128.load(masks + 16 - count);
}

export function mixVector(state: u64, bytes: v128): u64 {
  return mix(mix(state, i64x2.extract_lane(bytes, 0)), i64x2.extract_lane(bytes, 1));
}

/** Hash of bytes; the 16 bytes after them must be readable. Two contents collide with probability 2⁻⁶⁴. */
export function hashBytes(start: usize, length: usize, seed: u64): u64 {
  let state = seed;
  let at = start;
  for (const whole = start + (length & ~15); at < whole; at += 16) state = mixVector(state, v128.load(at));
  const rest = length & 15;
  if (rest !== 0) state = mixVector(state, v128.and(v128.load(at), firstBytes(rest)));
  return finish(state ^ length);
}

export function hashNumber(value: f64): u64 {
  // −0 + 0 is 0, so both zeros are the same value.
  return finish(mix(numberSeed, reinterpret<u64>(value + 0)));
}
