import { hashBytes, nestedSeed, literalSeed, mix, finish, textSeed } from "./hash";
import { spellValue } from "./host";
import { kindList } from "./kinds";
import { take } from "./memory";

/** What `spelled` leaves. */
export let spelledKind: u32 = 0;
export let spelledHash: u64 = 0;
export let spelledStart: usize = 0;
export let spelledLength: u32 = 0;

/**
 * Values of tokens that do not spell themselves (escapes, lists, objects, damaged UTF-8), remembered while there is
 * room: one place for each of 4,096 hashes, and their texts one behind the other until the room is full.
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

/** Where the host may write so many bytes. */
export function scratchOf(bytes: u32): usize {
  if (bytes + 16 > scratchBytes) {
    scratchBytes = max<u32>(1 << 12, (bytes + 16) << 1);
    scratch = take(scratchBytes);
  }
  return scratch;
}

export function literalHash(kind: u32): u64 {
  return finish(mix(literalSeed, kind));
}

/** Hash of a value by its kind and bytes. */
export function valueHash(kind: u32, start: usize, length: u32): u64 {
  return hashBytes(start, length, kind >= kindList ? nestedSeed : textSeed);
}

/** To be called between rows: until then the texts of tokens stay where they are. */
export function tidyTokens(): void {
  if (!isFull) return;
  memory.fill(places, 0, 1 << (tokenBits + placeBits));
  used = 0;
  isFull = false;
}

/**
 * The value that a token spells.
 * @param hash of the token as it stands
 * @returns false leaves the line to the host
 */
export function spell(hash: u64, start: usize, length: u32): bool {
  if (places === 0) {
    places = take(1 << (tokenBits + placeBits));
    texts = take(textBytes + 16);
  }
  const at = places + (((<u32>hash) & ((1 << tokenBits) - 1)) << placeBits);
  if (load<u64>(at) !== hash || load<u32>(at, kindAt) === 0) {
    const spelling = spellValue(start, length);
    if (spelling < 0) return false;
    const kind = (<u32>spelling) & 15;
    const bytes = (<u32>spelling) >>> 4;
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
  spelledHash = load<u64>(at, valueHashAt);
  spelledStart = load<u32>(at, startAt);
  spelledLength = load<u32>(at, lengthAt);
  spelledKind = load<u32>(at, kindAt);
  return true;
}
