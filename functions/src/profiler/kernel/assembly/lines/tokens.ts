import { hashBytes, nestedSeed, literalSeed, mix, finish, textSeed } from "../hash";
import { normalizeToken } from "../host";
import { kindList } from "../kinds";
import { reserve } from "../memory";

/** The value that `resolveToken` found last. */
export let tokenKind: u32 = 0;
export let tokenValueHash: u64 = 0;
export let tokenStart: usize = 0;
export let tokenLength: u32 = 0;

/**
 * Cache of the values of tokens whose bytes are not the value's bytes: texts with escapes or damaged UTF-8, lists,
 * objects. It has 4,096 entries of one hash each. Texts are appended until 256 KB are full; then everything is
 * cleared.
 */
const tokenBits: u32 = 12;
const placeBits: u32 = 5;
const valueHashAt: usize = 8;
const startAt: usize = 16;
const lengthAt: usize = 20;
const kindAt: usize = 24;
const textBytes: u32 = 1 << 18;

let places: usize = 0;
let texts: usize = 0;
let used: u32 = 0;
let isFull: bool = false;

let scratch: usize = 0;
let scratchBytes: u32 = 0;

/** Returns memory where the host writes the text of a normalized token. */
export function allocScratch(bytes: u32): usize {
  if (bytes + 16 > scratchBytes) {
    scratchBytes = max<u32>(1 << 12, (bytes + 16) << 1);
    scratch = reserve(scratchBytes);
  }
  return scratch;
}

export function literalHash(kind: u32): u64 {
  return finish(mix(literalSeed, kind));
}

/** Hash of the bytes of a text, list or object. */
export function valueHash(kind: u32, start: usize, length: u32): u64 {
  return hashBytes(start, length, kind >= kindList ? nestedSeed : textSeed);
}

/** Clears a full cache. Call it only when no row is pending, since pending values point into the cache. */
export function clearTokensIfFull(): void {
  if (!isFull) return;
  memory.fill(places, 0, 1 << (tokenBits + placeBits));
  used = 0;
  isFull = false;
}

/**
 * Finds the value of a token, with the host's help unless it is cached.
 * @param hash of the token as it is written
 * @returns false when the host must read this line
 */
export function resolveToken(hash: u64, start: usize, length: u32): bool {
  if (places === 0) {
    places = reserve(1 << (tokenBits + placeBits));
    texts = reserve(textBytes + 16);
  }
  const at = places + (((<u32>hash) & ((1 << tokenBits) - 1)) << placeBits);
  if (load<u64>(at) !== hash || load<u32>(at, kindAt) === 0) {
    const answer = normalizeToken(start, length);
    if (answer < 0) return false;
    const kind = (<u32>answer) & 15;
    const bytes = (<u32>answer) >>> 4;
    if (used + bytes > textBytes) {
      isFull = true;
      return false;
    }
    const text = texts + used;
    used += bytes;
    memory.copy(text, scratch, bytes);
    store<u64>(at, hash);
    store<u64>(at, valueHash(kind, text, bytes), valueHashAt);
    store<u32>(at, text, startAt);
    store<u32>(at, bytes, lengthAt);
    store<u32>(at, kind, kindAt);
  }
  tokenValueHash = load<u64>(at, valueHashAt);
  tokenStart = load<u32>(at, startAt);
  tokenLength = load<u32>(at, lengthAt);
  tokenKind = load<u32>(at, kindAt);
  return true;
}
