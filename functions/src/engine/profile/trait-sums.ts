import { numberBin } from "../shares/value-traits.js";
import {
  emptyId,
  isNullLikeBit,
  isVersionLikeBit,
  kindNumber,
  nullId,
  type ValueStore,
} from "./value-store.js";

/** Rows by what their value is: null kinds, type, form, bin. */
export class TraitSums {
  nulls = 0;
  empties = 0;
  filled = 0;
  nullLike = 0;
  numbers = 0;
  versionLike = 0;
  readonly bins = new Map<number, number>();
  readonly #forms = new Map<number, number>();
  readonly #store: ValueStore;

  constructor(store: ValueStore) {
    this.#store = store;
  }

  add(id: number, rows: number): void {
    if (id === nullId) {
      this.nulls += rows;
      return;
    }
    if (id === emptyId) {
      this.empties += rows;
      return;
    }
    const traits = this.#store.traits(id);
    this.filled += rows;
    if ((traits & isNullLikeBit) !== 0) this.nullLike += rows;
    if ((traits & isVersionLikeBit) !== 0) this.versionLike += rows;
    increase(this.#forms, this.#store.form(id), rows);
    if (this.#store.kinds[id] === kindNumber) {
      this.numbers += rows;
      increase(this.bins, numberBin(this.#store.numberOf(id)), rows);
    }
  }

  merge(other: TraitSums): void {
    this.nulls += other.nulls;
    this.empties += other.empties;
    this.filled += other.filled;
    this.nullLike += other.nullLike;
    this.numbers += other.numbers;
    this.versionLike += other.versionLike;
    for (const [bin, rows] of other.bins) increase(this.bins, bin, rows);
    for (const [form, rows] of other.#forms) increase(this.#forms, form, rows);
  }

  /** Rows per form, most rows first, then by form. */
  forms(): (readonly [form: string, rows: number])[] {
    return [...this.#forms]
      .map(([form, rows]) => [this.#store.formName(form), rows] as const)
      .sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
  }
}

function increase(sums: Map<number, number>, key: number, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}
