import { decodeTrait } from "../values/traits.js";

/** Sums rows by kind of null and by type, form and bin of the value. */
export class TraitSums {
  nulls = 0;
  empties = 0;
  filled = 0;
  nullLike = 0;
  numbers = 0;
  versionLike = 0;
  readonly #bins = new Map<number, number>();
  readonly #forms = new Map<string, number>();
  readonly #traits = new Map<number, number>();

  /** Adds rows with values that are neither null nor "". */
  add(trait: number, rows: number): void {
    increase(this.#traits, trait, rows);
  }

  /** Must be called once, after all rows were added. */
  sum(): void {
    for (const [trait, rows] of this.#traits) {
      const { form, bin, isNullLike, isVersionLike } = decodeTrait(trait);
      this.filled += rows;
      increase(this.#forms, form, rows);
      if (bin !== null) {
        this.numbers += rows;
        increase(this.#bins, bin, rows);
      }
      if (isNullLike) this.nullLike += rows;
      if (isVersionLike) this.versionLike += rows;
    }
  }

  /** Rows per bin of the numbers, ascending. */
  bins(): (readonly [bin: number, rows: number])[] {
    return [...this.#bins].sort((x, y) => x[0] - y[0]);
  }

  /** Rows per form, most rows first, then by form. */
  forms(): (readonly [form: string, rows: number])[] {
    return [...this.#forms].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
  }
}

function increase<K>(sums: Map<K, number>, key: K, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}
