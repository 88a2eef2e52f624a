import { givePiece, take, takePiece } from "./memory";

/** What is known of a tally's rows that are not counted by value. */
@unmanaged
export class Sketch {
  /** Rows taken off every count so far. */
  taken: u32;
  /** Times that any one value may have had to wait at the door. */
  waits: u32;
  waiting: u32;
  nulls: u32;
  empties: u32;
  /** Rows per trait: trait + 1, rows. */
  traits: usize;
  traitBits: u32;
  traitCount: u32;
  door: usize;
  registers: usize;
}

/** The doorkeeper's bits, in words of 64 of which a value sets three. */
const doorWords: u32 = 256;
const doorBytesBits: u32 = 11;
/** After this many values the bits are cleared: with three in eight of them set at the most, mistakes are rare. */
const doorPeriod: u32 = 2048;
const precision: u64 = 12;
const smallestTraitBits: u32 = 3;

export function makeSketch(known: Sketch | null): Sketch {
  if (known !== null) return known;
  const sketch = changetype<Sketch>(take(offsetof<Sketch>()));
  sketch.waits = 1;
  sketch.traitBits = smallestTraitBits;
  sketch.traits = takePiece(smallestTraitBits + 3);
  sketch.registers = take(1 << (<u32>precision));
  return sketch;
}

/**
 * Lets a value in when it comes a second time: three bits of a word remember which ones came, until they are cleared.
 * It may let one in too early, never a second time too late: a value waits once a period at most.
 * @see Einziger, Friedman & Manes (2017), "TinyLFU: A Highly Efficient Cache Admission Policy", section 3.4.2; Putze,
 *   Sanders & Singler (2007), "Cache-, Hash- and Space-Efficient Bloom Filters" for the one word
 */
export function admits(sketch: Sketch, hash: u64): bool {
  if (sketch.door === 0) sketch.door = takePiece(doorBytesBits);
  const word = sketch.door + <usize>((hash >>> 20) & (doorWords - 1)) * 8;
  const bits =
    ((<u64>1) << ((hash >>> 28) & 63)) |
    ((<u64>1) << ((hash >>> 34) & 63)) |
    ((<u64>1) << ((hash >>> 40) & 63));
  const known = load<u64>(word);
  if ((known & bits) === bits) return true;
  store<u64>(word, known | bits);
  if (++sketch.waiting === doorPeriod) {
    memory.fill(sketch.door, 0, doorWords << 3);
    sketch.waiting = 0;
    sketch.waits++;
  }
  return false;
}

/** Forgets who waits, until somebody comes again. */
export function closeDoor(sketch: Sketch): void {
  if (sketch.door === 0) return;
  givePiece(sketch.door, doorBytesBits);
  sketch.door = 0;
  sketch.waiting = 0;
  sketch.waits++;
}

/** Adds a value to the HyperLogLog, see `hyper-log-log.ts`. */
export function addSeen(sketch: Sketch, hash: u64): void {
  const register = sketch.registers + <usize>(hash >>> (64 - precision));
  const rank = <u8>(clz(<u32>hash) + 1);
  if (rank > load<u8>(register)) store<u8>(register, rank);
}

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
  sketch.traits = takePiece(bits + 4);
  for (let at = old; at < old + (8 << bits); at += 8)
    if (load<u32>(at) !== 0) memory.copy(placeOf(sketch, load<u32>(at) - 1), at, 8);
  givePiece(old, bits + 3);
}
