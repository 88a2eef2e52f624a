/** Seeds by what is hashed, so that the text `[1]` and the list `[1]` differ; they follow from the connection's key. */
export let textSeed: u64 = 0;
export let nestedSeed: u64 = 0;
export let numberSeed: u64 = 0;
export let spellingSeed: u64 = 0;
export let literalSeed: u64 = 0;

/** @param seed all the seeds follow from it */
export function seedHashes(seed: u64): void {
  textSeed = finish(seed ^ 1);
  nestedSeed = finish(seed ^ 2);
  numberSeed = finish(seed ^ 3);
  spellingSeed = finish(seed ^ 4);
  literalSeed = finish(seed ^ 5);
}

/** One word more of what is hashed. For a given word a bijection of the state, and the other way round. */
export function mix(state: u64, word: u64): u64 {
  const product = (state ^ word) * 0x9e3779b97f4a7c15;
  return product ^ (product >>> 32);
}

/** Every bit of the state reaches every bit of the hash: murmur3's finaliser (Appleby 2011, public domain). */
export function finish(state: u64): u64 {
  let hash = (state ^ (state >>> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >>> 33);
}

/** 16 bytes of ones before 16 of zeros: read n bytes before the middle, it keeps the first n bytes of a vector. */
const masks: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0,
]);

/** Keeps the first `count` bytes of a vector, 0 to 16. */
export function firstBytes(count: usize): v128 {
  return v128.load(masks + 16 - count);
}

export function mixVector(state: u64, bytes: v128): u64 {
  return mix(mix(state, i64x2.extract_lane(bytes, 0)), i64x2.extract_lane(bytes, 1));
}

/** Hash of bytes; 16 bytes behind them must be readable. Two contents of one seed collide by chance, 2⁻⁶⁴ a pair. */
export function hashBytes(start: usize, length: usize, seed: u64): u64 {
  let state = seed;
  let at = start;
  for (const whole = start + (length & ~15); at < whole; at += 16) state = mixVector(state, v128.load(at));
  const rest = length & 15;
  if (rest !== 0) state = mixVector(state, v128.and(v128.load(at), firstBytes(rest)));
  return finish(state ^ length);
}

export function hashNumber(value: f64): u64 {
  // −0 + 0 is 0: both zeros are one value.
  return finish(mix(numberSeed, reinterpret<u64>(value + 0)));
}
