import { countWords, type CountPool } from "./count-pool.js";
import { HyperLogLog } from "./hyper-log-log.js";
import { TraitSums } from "./trait-sums.js";
import type { SpelledValue } from "./spelled-value.js";
import type { TallySpace } from "./tally-space.js";
import { kindNumber, kindPlainText } from "./value-arena.js";

/** A day's counts are exact up to this many distinct values of a property. */
export const exactDistinct = 2000;
/** Beyond it, this many values are followed; a listed value misses at most 1 row in 513 of the property's. */
export const sketchCounters = 1024;
/** Room for null and "", which are no filled values. */
const exactEntries = exactDistinct + 2;
const smallestBits = 2;
const growthBits = 1;
/** Capacity that holds 1,024 counters at half full. */
const sketchBits = 11;
/** Stands for the rows of a value that came once and of which no text is kept. */
const glimpsed = -1;

/**
 * Rows per value of one property on one day. `add` is the profiler's innermost step and does nothing but
 * count; types, forms, bins and the rest follow from the values once the day is over.
 *
 * Beyond 2,000 distinct values it is a Misra–Gries summary with batched decrements: when the table is full
 * the 513th largest count is taken off every count and what falls to zero is dropped. Each unit taken off
 * removes at least 513 rows, so a count is too low by at most rows/513, never too high. What is taken off is
 * added to the sums of traits first, so those stay exact, and to a HyperLogLog of the distinct values.
 * @see Misra & Gries (1982), "Finding repeated elements"; Anderson et al. (2017), "A high-performance
 *   algorithm for identifying frequent items in data streams" for the batches
 */
export class PropertyTally {
  private readonly pool: CountPool;
  private offset = 0;
  private bits = 0;
  private entries = 0;
  private limit = exactEntries;
  /** Rows a count may miss. */
  missing = 0;
  sums: TraitSums | null = null;
  seen: HyperLogLog | null = null;

  /** @param onMove is told where the table stands whenever it is a new one, with log₂ of its capacity */
  constructor(
    private readonly space: TallySpace,
    private readonly onMove: (offset: number, bits: number) => void,
  ) {
    this.pool = space.pool;
    this.allocate(smallestBits);
  }

  /** Counts one row with a text, from its ASCII bytes. @param a, b its content hash */
  addText(a: number, b: number, bytes: Buffer, start: number, length: number): void {
    const place = this.placeOf(a, b);
    const rows = this.pool.words[place]!;
    if (rows > 0) {
      this.pool.words[place] = rows + 1;
    } else if (rows === 0 && this.sums !== null) {
      this.sums.addText(this.space.traits.ofText(bytes, start, length), 1);
      this.glimpse(place, a, b);
    } else {
      this.follow(place, a, b, this.space.arena.add(kindPlainText, bytes, start, length));
    }
  }

  /** Counts one row with a number. @param a, b its content hash */
  addNumber(a: number, b: number, value: number): void {
    const place = this.placeOf(a, b);
    const rows = this.pool.words[place]!;
    if (rows > 0) {
      this.pool.words[place] = rows + 1;
    } else if (rows === 0 && this.sums !== null) {
      this.sums.addNumber(value, 1);
      this.glimpse(place, a, b);
    } else {
      this.follow(place, a, b, this.space.arena.addNumber(value));
    }
  }

  /** Counts one row with any value. */
  add({ kind, a, b, bytes, number }: SpelledValue): void {
    if (kind === kindPlainText) return this.addText(a, b, bytes, 0, bytes.length);
    if (kind === kindNumber) return this.addNumber(a, b, number);
    const place = this.placeOf(a, b);
    if (this.pool.words[place]! > 0) this.pool.words[place]!++;
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

  /** Counts the first row of a value, or the second of a glimpsed one, whose first is taken out of the sums again. */
  private follow(place: number, a: number, b: number, ref: number): void {
    const { words } = this.pool;
    if (words[place] === glimpsed) {
      this.sums?.add(ref, -1);
      words[place] = 2;
      words[place + 1] = ref;
    } else {
      this.enter(place, a, b, 1, ref);
    }
  }

  /** Follows a value of which nothing but its hash is kept until it comes a second time. Most never do. */
  private glimpse(place: number, a: number, b: number): void {
    this.seen?.add(a, b);
    this.enter(place, a, b, glimpsed, 0);
  }

  private enter(place: number, a: number, b: number, rows: number, ref: number): void {
    this.write(place, a, b, rows, ref);
    this.entries++;
    if (this.entries > this.limit) this.shrink();
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
    this.allocate(bits + growthBits);
    const { words } = pool;
    for (let at = offset; at < offset + (countWords << bits); at += countWords) {
      if (words[at + 2] === 0) continue;
      const place = this.placeOf(words[at]!, words[at + 1]!);
      this.write(place, words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!);
    }
    pool.release(offset, bits);
  }

  private shrink(): void {
    const { pool, space } = this;
    this.limit = sketchCounters;
    const sums = (this.sums ??= new TraitSums(space));
    const seen = (this.seen ??= new HyperLogLog());
    const taken = this.rankedCount();
    const kept: number[] = [];
    this.forEach((ref, rows, a, b) => {
      seen.add(a, b);
      sums.add(ref, Math.min(rows, taken));
      if (rows > taken) kept.push(a, b, rows - taken, ref);
    });
    pool.release(this.offset, this.bits);
    this.allocate(sketchBits);
    this.missing += taken;
    this.entries = kept.length / countWords;
    for (let i = 0; i < kept.length; i += countWords) {
      const [a, b] = [kept[i]!, kept[i + 1]!];
      this.write(this.placeOf(a, b), a, b, kept[i + 2]!, kept[i + 3]!);
    }
  }

  /** The count that stands at place 513 from the top; what was only glimpsed counts 1. */
  private rankedCount(): number {
    const rank = sketchCounters / 2;
    const several: number[] = [];
    this.forEach((_ref, rows) => {
      if (rows > 1) several.push(rows);
    });
    return several.length <= rank ? 1 : Int32Array.from(several).sort()[several.length - 1 - rank]!;
  }
}
