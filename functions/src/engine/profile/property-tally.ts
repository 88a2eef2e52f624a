import { Doorkeeper } from "./doorkeeper.js";
import { countWords, type CountPool } from "./count-pool.js";
import { HyperLogLog } from "./hyper-log-log.js";
import { TraitSums } from "./trait-sums.js";
import type { SpelledValue } from "./spelled-value.js";
import type { TallySpace } from "./tally-space.js";
import { kindNumber, kindPlainText } from "./value-arena.js";

/** A day's counts are exact up to this many distinct values of a property. */
export const exactDistinct = 2000;
/** Beyond it, this many values are followed at the most, half of them after a purge. */
const sketchCounters = 512;
/** Room for null and "", which are no filled values. */
const exactEntries = exactDistinct + 2;
const smallestBits = 2;
/** Capacity that holds 512 counters at half full. */
const sketchBits = 10;

/**
 * Rows per value of one property on one day. Counting is all that happens per row; types, forms, bins and the
 * rest follow from the values once the day is over.
 *
 * Beyond 2,000 distinct values it is a Misra–Gries summary with batched decrements behind a doorkeeper. A value
 * is followed from its second row on. When the table is full, the 257th largest count is taken off every count
 * and what falls to zero is dropped; each unit taken off removes at least 257 rows. So a count is never too high
 * and too low by at most rows/257 + rows/2,048 + 1. Rows that are not, or no longer, counted by value are added
 * to the sums of traits, so those stay exact, and all values to a HyperLogLog.
 * @see Misra & Gries (1982), "Finding repeated elements"; Anderson et al. (2017), "A high-performance
 *   algorithm for identifying frequent items in data streams" for the batches
 */
export class PropertyTally {
  private readonly pool: CountPool;
  private offset = 0;
  private bits = 0;
  private entries = 0;
  private taken = 0;
  private sketch: { doorkeeper: Doorkeeper; sums: TraitSums; seen: HyperLogLog } | null = null;

  /** @param onMove is told where the table stands whenever it is a new one, with log₂ of its capacity */
  constructor(
    private readonly space: TallySpace,
    private readonly onMove: (offset: number, bits: number) => void,
  ) {
    this.pool = space.pool;
    this.allocate(smallestBits);
  }

  /** Rows a count may miss; 0 while all are exact. */
  get missing(): number {
    return this.sketch === null ? 0 : this.taken + this.sketch.doorkeeper.waits;
  }

  /** What is known of rows that are not counted by value; null while there are none. */
  get sums(): TraitSums | null {
    return this.sketch?.sums ?? null;
  }

  /** Values that came, those still followed left out; null while all are. */
  get seen(): HyperLogLog | null {
    return this.sketch?.seen ?? null;
  }

  /** Counts one row with a text, from its ASCII bytes. @param a, b its content hash */
  addText(a: number, b: number, bytes: Buffer, start: number, length: number): void {
    const { space, sketch } = this;
    const { words } = space.pool;
    const place = this.placeOf(a, b);
    if (words[place] !== 0) {
      words[place]!++;
    } else if (sketch === null || sketch.doorkeeper.admits(b)) {
      this.follow(place, a, b, space.arena.add(kindPlainText, bytes, start, length));
    } else {
      sketch.seen.add(a, b);
      sketch.sums.addText(space.traits.ofText(bytes, start, length), 1);
    }
  }

  /** Counts one row with a number. @param a, b its content hash */
  addNumber(a: number, b: number, value: number): void {
    const { space, sketch } = this;
    const { words } = space.pool;
    const place = this.placeOf(a, b);
    if (words[place] !== 0) {
      words[place]!++;
    } else if (sketch === null || sketch.doorkeeper.admits(b)) {
      this.follow(place, a, b, space.arena.addNumber(value));
    } else {
      sketch.seen.add(a, b);
      sketch.sums.addNumber(value, 1);
    }
  }

  /** Counts one row with any value. */
  add({ kind, a, b, bytes, number }: SpelledValue): void {
    if (kind === kindPlainText) return this.addText(a, b, bytes, 0, bytes.length);
    if (kind === kindNumber) return this.addNumber(a, b, number);
    const place = this.placeOf(a, b);
    if (this.pool.words[place] !== 0) this.pool.words[place]!++;
    else this.follow(place, a, b, this.space.arena.add(kind, bytes, 0, bytes.length));
  }

  /** Every value that is stored and followed, with its rows and its content hash. */
  forEach(visit: (ref: number, rows: number, a: number, b: number) => void): void {
    const words = this.pool.words;
    const end = this.offset + (countWords << this.bits);
    for (let at = this.offset; at < end; at += countWords)
      if (words[at + 2]! > 0) visit(words[at + 3]!, words[at + 2]!, words[at]!, words[at + 1]!);
  }

  /** Moves every stored value. */
  moveValues(move: (ref: number) => number): void {
    const words = this.pool.words;
    const end = this.offset + (countWords << this.bits);
    for (let at = this.offset; at < end; at += countWords)
      if (words[at + 2]! > 0) words[at + 3] = move(words[at + 3]!);
  }

  /** Where the value's rows stand, or the empty place for them. */
  private placeOf(a: number, b: number): number {
    const words = this.pool.words;
    const mask = (1 << this.bits) - 1;
    for (let slot = a >>> (32 - this.bits); ; slot = (slot + 1) & mask) {
      const at = this.offset + slot * countWords;
      if (words[at + 2] === 0 || (words[at] === a && words[at + 1] === b)) return at + 2;
    }
  }

  private follow(place: number, a: number, b: number, ref: number): void {
    this.write(place, a, b, 1, ref);
    this.entries++;
    if (this.entries > (this.sketch === null ? exactEntries : sketchCounters)) this.shrink();
    else if (this.entries * 4 > 3 << this.bits) this.grow();
  }

  private write(place: number, a: number, b: number, rows: number, ref: number): void {
    const { words } = this.pool;
    words[place - 2] = a;
    words[place - 1] = b;
    words[place] = rows;
    words[place + 1] = ref;
  }

  private allocate(bits: number): void {
    this.bits = bits;
    this.offset = this.pool.allocate(bits);
    this.onMove(this.offset, bits);
  }

  private grow(): void {
    const { pool, offset, bits } = this;
    this.allocate(bits + 1);
    const { words } = pool;
    for (let at = offset; at < offset + (countWords << bits); at += countWords) {
      if (words[at + 2] === 0) continue;
      const place = this.placeOf(words[at]!, words[at + 1]!);
      this.write(place, words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
    }
    pool.release(offset, bits);
  }

  private shrink(): void {
    const { pool, space, offset, bits } = this;
    this.sketch ??= { doorkeeper: new Doorkeeper(), sums: new TraitSums(space), seen: new HyperLogLog() };
    const { sums, seen } = this.sketch;
    const taken = this.rankedCount();
    this.taken += taken;
    this.entries = 0;
    this.allocate(sketchBits);
    const { words } = pool;
    for (let at = offset; at < offset + (countWords << bits); at += countWords) {
      const rows = words[at + 2]!;
      if (rows === 0) continue;
      const a = words[at]!;
      const b = words[at + 1]!;
      seen.add(a, b);
      sums.add(words[at + 3]!, Math.min(rows, taken));
      if (rows <= taken) continue;
      this.write(this.placeOf(a, b), a, b, rows - taken, words[at + 3]!);
      this.entries++;
    }
    pool.release(offset, bits);
  }

  /** The count that stands at place 257 from the top. */
  private rankedCount(): number {
    const rank = sketchCounters / 2;
    const { words } = this.pool;
    const several: number[] = [];
    const end = this.offset + (countWords << this.bits);
    for (let at = this.offset + 2; at < end; at += countWords) if (words[at]! > 1) several.push(words[at]!);
    return several.length <= rank ? 1 : Int32Array.from(several).sort()[several.length - 1 - rank]!;
  }
}
