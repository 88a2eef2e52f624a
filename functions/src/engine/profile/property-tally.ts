import { countWords, type CountPool } from "./count-pool.js";
import { HyperLogLog } from "./hyper-log-log.js";
import { TraitSums } from "./trait-sums.js";
import type { ValueStore } from "./value-store.js";

/** A day's counts are exact up to this many distinct values of a property. */
export const exactDistinct = 2000;
/** Beyond it, this many values are followed; a listed value misses at most 1 row in 513 of the property's. */
export const sketchCounters = 1024;
/** Room for null and "", which are no filled values. */
const exactEntries = exactDistinct + 2;
const smallestBits = 2;
const growthBits = 2;
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
  private offset: number;
  private bits = smallestBits;
  private entries = 0;
  private limit = exactEntries;
  /** Rows a count may miss. */
  missing = 0;
  sums: TraitSums | null = null;
  seen: HyperLogLog | null = null;

  constructor(
    private readonly pool: CountPool,
    private readonly store: ValueStore,
  ) {
    this.offset = pool.allocate(smallestBits);
  }

  /**
   * Where the rows of the value with this content hash stand in the pool's words, −1 when it is not followed.
   * Adding 1 there counts a row; the place holds until a value is added to this tally.
   */
  find(a: number, b: number): number {
    const words = this.pool.words;
    const mask = (1 << this.bits) - 1;
    for (let slot = a >>> (32 - this.bits); ; slot = (slot + 1) & mask) {
      const at = this.offset + slot * countWords;
      const rows = words[at + 2]!;
      if (rows === 0) return -1;
      if (words[at] === a && words[at + 1] === b) return rows > 0 ? at + 2 : -1;
    }
  }

  /** Counts one row with a stored value. */
  add(id: number): void {
    const { store, pool } = this;
    const place = this.placeOf(store.hashA[id]!, store.hashB[id]!);
    if (pool.words[place] === 0) this.follow(place, id, 1);
    else if (pool.words[place] === glimpsed) this.remember(place, id);
    else pool.words[place]!++;
  }

  /** Counts one row with a text that may not be stored, from its ASCII bytes. */
  addText(a: number, b: number, bytes: Buffer, start: number, length: number): void {
    const { store, pool } = this;
    const place = this.placeOf(a, b);
    const rows = pool.words[place]!;
    if (rows > 0) pool.words[place] = rows + 1;
    else if (rows === glimpsed) this.remember(place, store.plainText(a, b, bytes, start, length));
    else if (this.sums === null) this.follow(place, store.plainText(a, b, bytes, start, length), 1);
    else {
      this.sums.addText(store.traitsOfText(bytes, start, length), 1);
      this.glimpse(place, a, b);
    }
  }

  /** Counts one row with a number that may not be stored. @param a, b its content hash */
  addNumber(a: number, b: number, value: number): void {
    const { store, pool } = this;
    const place = this.placeOf(a, b);
    const rows = pool.words[place]!;
    if (rows > 0) pool.words[place] = rows + 1;
    else if (rows === glimpsed) this.remember(place, store.number(value));
    else if (this.sums === null) this.follow(place, store.number(value), 1);
    else {
      this.sums.addNumber(value, 1);
      this.glimpse(place, a, b);
    }
  }

  /** Every value that is stored and followed, with its rows. */
  forEach(visit: (id: number, rows: number) => void): void {
    const words = this.pool.words;
    const end = this.offset + (countWords << this.bits);
    for (let at = this.offset; at < end; at += countWords)
      if (words[at + 2]! > 0) visit(this.store.find(words[at]!, words[at + 1]!), words[at + 2]!);
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

  private follow(place: number, id: number, rows: number): void {
    this.store.hold(id);
    this.enter(place, this.store.hashA[id]!, this.store.hashB[id]!, rows);
  }

  /** Follows a value of which nothing but its hash is kept until it comes a second time. Most never do. */
  private glimpse(place: number, a: number, b: number): void {
    this.seen?.add(a, b);
    this.enter(place, a, b, glimpsed);
  }

  /** The second row of a glimpsed value: its first one is taken out of the sums again, it counts here from now on. */
  private remember(place: number, id: number): void {
    this.store.hold(id);
    this.sums?.add(id, -1);
    this.pool.words[place] = 2;
  }

  private enter(place: number, a: number, b: number, rows: number): void {
    const { words } = this.pool;
    words[place - 2] = a;
    words[place - 1] = b;
    words[place] = rows;
    this.entries++;
    if (this.entries > this.limit) this.shrink();
    else if (this.entries * 4 > 3 << this.bits) this.grow();
  }

  private grow(): void {
    const { pool, offset, bits } = this;
    this.bits = bits + growthBits;
    this.offset = pool.allocate(this.bits);
    const { words } = pool;
    for (let at = offset; at < offset + (countWords << bits); at += countWords)
      if (words[at + 2] !== 0) this.put(words[at]!, words[at + 1]!, words[at + 2]!);
    pool.release(offset, bits);
  }

  private put(a: number, b: number, rows: number): void {
    const { words } = this.pool;
    const place = this.placeOf(a, b);
    words[place - 2] = a;
    words[place - 1] = b;
    words[place] = rows;
  }

  private shrink(): void {
    const { pool, store } = this;
    this.limit = sketchCounters;
    const sums = (this.sums ??= new TraitSums(store));
    const seen = (this.seen ??= new HyperLogLog());
    const ids: number[] = [];
    const counts: number[] = [];
    this.forEach((id, rows) => {
      ids.push(id);
      counts.push(rows);
    });
    const taken = this.rankedCount(counts);
    pool.release(this.offset, this.bits);
    this.bits = sketchBits;
    this.offset = pool.allocate(this.bits);
    this.entries = 0;
    this.missing += taken;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const rows = counts[i]!;
      const a = store.hashA[id]!;
      const b = store.hashB[id]!;
      seen.add(a, b);
      sums.add(id, Math.min(rows, taken));
      if (rows <= taken) {
        store.release(id);
      } else {
        this.put(a, b, rows - taken);
        this.entries++;
      }
    }
  }

  /** The count that stands at place 513 from the top; what was only glimpsed counts 1. */
  private rankedCount(counts: readonly number[]): number {
    const rank = sketchCounters / 2;
    const several = counts.filter((rows) => rows > 1);
    return several.length <= rank ? 1 : Int32Array.from(several).sort()[several.length - 1 - rank]!;
  }
}
