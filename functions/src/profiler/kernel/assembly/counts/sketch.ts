import { free, reserve, alloc } from "../memory";

/** Counts of the rows of a tally that are not counted by value. */
@unmanaged
export class Sketch {
  /** Number that purges have subtracted from every count so far. */
  subtracted: u32;
  /** How often the Bloom filter was cleared, plus 1: the most rows of one value that it may have kept uncounted. */
  bloomRounds: u32;
  /** Values added to the Bloom filter since it was cleared. */
  bloomCount: u32;
  /** Rows with null, and with "". */
  nulls: u32;
  empties: u32;
  /** Hash table of rows per trait; an entry is trait + 1 and rows. */
  traits: usize;
  traitBits: u32;
  traitCount: u32;
  bloom: usize;
  registers: usize;
  /** Some texts that lost their counts when the sketch was made, spread evenly: hash, record, and 4 bytes unused. */
  sample: usize;
  sampleCount: u32;
}

/** The most texts in a sketch's sample. */
const maxSample: u32 = 16;
export const sampleBits: u32 = 4;

/** Whether there is room for one more of about `count` texts; the hash decides, not the order of the rows. */
export function isSampled(sketch: Sketch, hash: u64, count: u32): bool {
  return sketch.sampleCount < maxSample && <u32>hash % (count / maxSample + 1) === 0;
}

export function addSample(sketch: Sketch, hash: u64, record: usize): void {
  if (sketch.sample === 0) sketch.sample = reserve(maxSample << sampleBits);
  const at = sketch.sample + (sketch.sampleCount++ << sampleBits);
  store<u64>(at, hash);
  store<u32>(at, record, 8);
}

/** Size of the Bloom filter in words of 64 bits; a value sets three bits of one word. */
const bloomWords: u32 = 256;
const bloomBytesBits: u32 = 11;
/** The filter is cleared after this many values, so that at most three in eight bits are set and errors are rare. */
const bloomPeriod: u32 = 2048;
const precision: u64 = 12;
const smallestTraitBits: u32 = 3;

/** Returns the known sketch, or a new one. */
export function makeSketch(known: Sketch | null): Sketch {
  if (known !== null) return known;
  const sketch = changetype<Sketch>(reserve(offsetof<Sketch>()));
  sketch.bloomRounds = 1;
  sketch.traitBits = smallestTraitBits;
  sketch.traits = alloc(smallestTraitBits + 3);
  sketch.registers = reserve(1 << (<u32>precision));
  return sketch;
}

/**
 * Whether a value was seen before, so that it is worth counting. A Bloom filter remembers it until the filter is
 * cleared. The answer may be yes too early, and is no at most once for each value between two clearings.
 * @see Einziger, Friedman & Manes (2017), "TinyLFU: A Highly Efficient Cache Admission Policy", section 3.4.2; Putze,
 *   Sanders & Singler (2007), "Cache-, Hash- and Space-Efficient Bloom Filters" for the one word
 */
export function wasSeenBefore(sketch: Sketch, hash: u64): bool {
  if (sketch.bloom === 0) sketch.bloom = alloc(bloomBytesBits);
  const word = sketch.bloom + <usize>((hash >>> 20) & (bloomWords - 1)) * 8;
  const bits =
    ((<u64>1) << ((hash >>> 28) & 63)) |
    ((<u64>1) << ((hash >>> 34) & 63)) |
    ((<u64>1) << ((hash >>> 40) & 63));
  const known = load<u64>(word);
  if ((known & bits) === bits) return true;
  store<u64>(word, known | bits);
  if (++sketch.bloomCount === bloomPeriod) {
    memory.fill(sketch.bloom, 0, bloomWords << 3);
    sketch.bloomCount = 0;
    sketch.bloomRounds++;
  }
  return false;
}

/** Frees the Bloom filter; the next value allocates it again. */
export function freeBloom(sketch: Sketch): void {
  if (sketch.bloom === 0) return;
  free(sketch.bloom, bloomBytesBits);
  sketch.bloom = 0;
  sketch.bloomCount = 0;
  sketch.bloomRounds++;
}

/** Adds a value to the HyperLogLog, see `hyper-log-log.ts`. */
export function addDistinct(sketch: Sketch, hash: u64): void {
  const register = sketch.registers + <usize>(hash >>> (64 - precision));
  const rank = <u8>(clz(<u32>hash) + 1);
  if (rank > load<u8>(register)) store<u8>(register, rank);
}

/** Adds rows to the sum of a trait. */
export function addTrait(sketch: Sketch, trait: u32, rows: u32): void {
  const place = placeOf(sketch, trait);
  const known = load<u32>(place);
  store<u32>(place, load<u32>(place, 4) + rows, 4);
  if (known !== 0) return;
  store<u32>(place, trait + 1);
  if (++sketch.traitCount << 2 > 3 << sketch.traitBits) grow(sketch);
}

function placeOf(sketch: Sketch, trait: u32): usize {
  const mask = (1 << sketch.traitBits) - 1;
  let place = (trait * 0x9e3779b1) >>> (32 - sketch.traitBits);
  while (true) {
    const at = sketch.traits + (place << 3);
    const known = load<u32>(at);
    if (known === trait + 1 || known === 0) return at;
    place = (place + 1) & mask;
  }
}

function grow(sketch: Sketch): void {
  const old = sketch.traits;
  const bits = sketch.traitBits;
  sketch.traitBits = bits + 1;
  sketch.traits = alloc(bits + 4);
  for (let at = old; at < old + (8 << bits); at += 8)
    if (load<u32>(at) !== 0) memory.copy(placeOf(sketch, load<u32>(at) - 1), at, 8);
  free(old, bits + 3);
}
