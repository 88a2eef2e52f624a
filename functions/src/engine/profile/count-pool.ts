/** Words of an entry: both halves of a value's content hash, its rows (0: an empty place), where the value stands. */
export const countWords = 4;

/**
 * Memory for many small hash tables of counts in one array: a table of capacity c takes 4·c words. Hundreds of thousands of tables would otherwise be as many objects for the garbage collector.
 */
export class CountPool {
  words = new Int32Array(1 << 14);
  #used = 0;
  readonly #free: number[][] = [];

  /** Offset of an empty table. @param capacityBits log₂ of its capacity */
  allocate(capacityBits: number): number {
    const size = countWords << capacityBits;
    const reused = this.#free[capacityBits]?.pop();
    if (reused !== undefined) {
      this.words.fill(0, reused, reused + size);
      return reused;
    }
    const offset = this.#used;
    this.#used += size;
    // Growth is generous: pages never written take no memory, while old and new side by side do.
    if (this.#used > this.words.length) {
      const grown = new Int32Array(Math.max(this.#used, this.words.length * 4));
      grown.set(this.words);
      this.words = grown;
    }
    return offset;
  }

  release(offset: number, capacityBits: number): void {
    (this.#free[capacityBits] ??= []).push(offset);
  }
}
