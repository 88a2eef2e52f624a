import type { CountPool } from "./count-pool.js";
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
  readonly #pool: CountPool;
  readonly #store: ValueStore;
  #offset: number;
  #bits = smallestBits;
  #size = 0;
  #limit = exactEntries;
  /** Rows a count may miss. */
  missing = 0;
  sums: TraitSums | null = null;
  seen: HyperLogLog | null = null;

  constructor(pool: CountPool, store: ValueStore) {
    this.#pool = pool;
    this.#store = store;
    this.#offset = pool.allocate(smallestBits);
  }

  /** Counts one row with the value. */
  add(id: number): void {
    const words = this.#pool.words;
    const offset = this.#offset;
    const mask = (2 << this.#bits) - 2;
    let at = slotOf(id, this.#bits);
    for (;;) {
      const found = words[offset + at]!;
      if (found === id) {
        words[offset + at + 1]!++;
        return;
      }
      if (found === 0) break;
      at = (at + 2) & mask;
    }
    words[offset + at] = id;
    words[offset + at + 1] = 1;
    this.#store.hold(id);
    this.#size++;
    if (this.#size > this.#limit) this.#shrink();
    else if (this.#size * 4 > 3 << this.#bits) this.#grow();
  }

  /** Every value still followed with its rows. */
  forEach(visit: (id: number, rows: number) => void): void {
    const words = this.#pool.words;
    const end = this.#offset + (2 << this.#bits);
    for (let at = this.#offset; at < end; at += 2) if (words[at] !== 0) visit(words[at]!, words[at + 1]!);
  }

  /** The values followed; all of them below the exact limit. */
  get size(): number {
    return this.#size;
  }

  #grow(): void {
    const pool = this.#pool;
    const oldOffset = this.#offset;
    const oldBits = this.#bits;
    this.#offset = pool.allocate(oldBits + 1);
    this.#bits = oldBits + 1;
    for (let at = oldOffset; at < oldOffset + (2 << oldBits); at += 2)
      if (pool.words[at] !== 0) this.#put(pool.words[at]!, pool.words[at + 1]!);
    pool.release(oldOffset, oldBits);
  }

  #put(id: number, rows: number): void {
    const words = this.#pool.words;
    const mask = (2 << this.#bits) - 2;
    let at = slotOf(id, this.#bits);
    while (words[this.#offset + at] !== 0) at = (at + 2) & mask;
    words[this.#offset + at] = id;
    words[this.#offset + at + 1] = rows;
  }

  #shrink(): void {
    this.#limit = sketchCounters;
    const sums = (this.sums ??= new TraitSums(this.#store));
    const seen = (this.seen ??= new HyperLogLog());
    const entries: (readonly [id: number, rows: number])[] = [];
    this.forEach((id, rows) => entries.push([id, rows]));
    const counts = Int32Array.from(entries, (entry) => entry[1]).sort();
    const taken = counts[counts.length - 1 - sketchCounters / 2]!;
    this.#pool.release(this.#offset, this.#bits);
    this.#bits = bitsFor(sketchCounters);
    this.#offset = this.#pool.allocate(this.#bits);
    this.#size = 0;
    this.missing += taken;
    for (const [id, rows] of entries) {
      seen.add(this.#store.hashA[id]!, this.#store.hashB[id]!);
      sums.add(id, Math.min(rows, taken));
      if (rows <= taken) {
        this.#store.release(id);
      } else {
        this.#put(id, rows - taken);
        this.#size++;
      }
    }
  }
}

/** Even offset of an id's home within its table. */
const slotOf = (id: number, bits: number): number => (Math.imul(id, 0x9e3779b1) >>> (32 - bits)) << 1;

/** Capacity that holds `entries` at three quarters full. */
const bitsFor = (entries: number): number => Math.ceil(Math.log2((entries + 1) / 0.75));
