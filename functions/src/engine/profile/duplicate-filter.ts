const partitionCount = 256;
const firstCapacity = 64;
const fullestShare = 0.85;

/** Rows whose keys are remembered; beyond it later rows are still compared with these. */
export const rememberedRows = 32_000_000;

/**
 * Tells rows whose key was seen before, by 48 bits of the key's hash: 8 choose one of 256 tables, 40 are
 * stored (5 bytes). Among n rows n²/2⁴⁹ are taken for duplicates by mistake: one row in every fifth export of
 * 10 million. 6 to 9 bytes a row, at most about 280 MB.
 */
export class DuplicateFilter {
  readonly #tables: Table[] = [];
  readonly #limit: number;
  #remembered = 0;
  /** Rows that were not remembered because the limit was reached: their duplicates would not be seen. */
  overflow = 0;

  constructor(limit = rememberedRows) {
    this.#limit = limit;
    for (let i = 0; i < partitionCount; i++) this.#tables.push(new Table());
  }

  /** Whether the key is new. It is remembered. */
  isNew(a: number, b: number): boolean {
    const isFull = this.#remembered >= this.#limit;
    const isNew = this.#tables[b & (partitionCount - 1)]!.add(a === 0 ? 1 : a, (b >>> 8) & 0xff, !isFull);
    if (isNew && isFull) this.overflow++;
    else if (isNew) this.#remembered++;
    return isNew;
  }
}

/** Open addressing; 0 in `#high` is an empty place. The home of a key follows from `high`, so it can grow by any factor. */
class Table {
  #high = new Int32Array(firstCapacity);
  #low = new Uint8Array(firstCapacity);
  #size = 0;

  add(high: number, low: number, remember: boolean): boolean {
    const capacity = this.#high.length;
    let at = home(high, capacity);
    for (;;) {
      const found = this.#high[at]!;
      if (found === 0) break;
      if (found === high && this.#low[at] === low) return false;
      if (++at === capacity) at = 0;
    }
    if (!remember) return true;
    this.#high[at] = high;
    this.#low[at] = low;
    if (++this.#size > capacity * fullestShare) this.#grow();
    return true;
  }

  #grow(): void {
    const high = this.#high;
    const low = this.#low;
    const capacity = Math.ceil(high.length * 1.5);
    this.#high = new Int32Array(capacity);
    this.#low = new Uint8Array(capacity);
    for (let i = 0; i < high.length; i++) {
      if (high[i] === 0) continue;
      let at = home(high[i]!, capacity);
      while (this.#high[at] !== 0) if (++at === capacity) at = 0;
      this.#high[at] = high[i]!;
      this.#low[at] = low[i]!;
    }
  }
}

const home = (high: number, capacity: number): number => Math.floor(((high >>> 0) * capacity) / 2 ** 32);
