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
      if (words[at + 2] === 0) return -1;
      if (words[at] === a && words[at + 1] === b) return at + 2;
    }
  }

  /** Counts one row with a stored value. */
  add(id: number): void {
    const { pool, store } = this;
    const a = store.hashA[id]!;
    const b = store.hashB[id]!;
    const at = this.find(a, b);
    if (at >= 0) {
      pool.words[at]!++;
      return;
    }
    this.put(a, b, 1);
    store.hold(id);
    this.entries++;
    if (this.entries > this.limit) this.shrink();
    else if (this.entries * 4 > 3 << this.bits) this.grow();
  }

  /** Every value still followed with its rows. */
  forEach(visit: (id: number, rows: number) => void): void {
    const words = this.pool.words;
    const end = this.offset + (countWords << this.bits);
    for (let at = this.offset; at < end; at += countWords)
      if (words[at + 2] !== 0) visit(this.store.find(words[at]!, words[at + 1]!), words[at + 2]!);
  }

  private grow(): void {
    const { pool, offset, bits } = this;
    this.offset = pool.allocate(bits + 1);
    this.bits = bits + 1;
    const { words } = pool;
    for (let at = offset; at < offset + (countWords << bits); at += countWords)
      if (words[at + 2] !== 0) this.put(words[at]!, words[at + 1]!, words[at + 2]!);
    pool.release(offset, bits);
  }

  private put(a: number, b: number, rows: number): void {
    const words = this.pool.words;
    const mask = (1 << this.bits) - 1;
    let slot = a >>> (32 - this.bits);
    while (words[this.offset + slot * countWords + 2] !== 0) slot = (slot + 1) & mask;
    const at = this.offset + slot * countWords;
    words[at] = a;
    words[at + 1] = b;
    words[at + 2] = rows;
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
    const taken = Int32Array.from(counts).sort()[counts.length - 1 - sketchCounters / 2]!;
    pool.release(this.offset, this.bits);
    this.bits = bitsFor(sketchCounters);
    this.offset = pool.allocate(this.bits);
    this.entries = 0;
    this.missing += taken;
    for (const [index, id] of ids.entries()) {
      const rows = counts[index]!;
      const [a, b] = [store.hashA[id]!, store.hashB[id]!];
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
}

/** Capacity that holds `entries` at three quarters full. */
const bitsFor = (entries: number): number => Math.ceil(Math.log2((entries + 1) / 0.75));
