import type { PropertyDay, PropertySeries } from "../../model.js";

type Days = readonly (PropertyDay | null)[];

/** What several days list, day after day in each one's order. */
type Entries = {
  /** The first entry of each day, and the number of entries behind them. */
  firstOfDay: Int32Array;
  rows: Float64Array;
};

type ValueEntries = Entries & {
  /** The value's hash by its number, and the number by entry. */
  hashes: readonly string[];
  ids: Int32Array;
  names: readonly (string | null)[];
};
type BinEntries = Entries & { bins: Int32Array };
type FormEntries = Entries & { forms: readonly string[]; ids: Int32Array };

/**
 * The days of a series in flat arrays, with numbers in place of texts: each text is looked up once, however many tables
 * are made of stretches of the days.
 */
export class SeriesIndex {
  /** Rows that carry a value, by day. */
  readonly filled: Float64Array;
  readonly numbers: Float64Array;
  readonly versionLike: Float64Array;
  #values: ValueEntries | null = null;
  #bins: BinEntries | null = null;
  #forms: FormEntries | null = null;

  constructor(private readonly days: Days) {
    this.filled = new Float64Array(days.length);
    this.numbers = new Float64Array(days.length);
    this.versionLike = new Float64Array(days.length);
    for (const [at, day] of days.entries()) {
      this.filled[at] = filledRowsOf(day);
      this.numbers[at] = day?.numbers ?? 0;
      this.versionLike[at] = day?.versionLike ?? 0;
    }
  }

  get values(): ValueEntries {
    return (this.#values ??= valueEntries(this.days));
  }

  get bins(): BinEntries {
    return (this.#bins ??= binEntries(this.days));
  }

  get forms(): FormEntries {
    return (this.#forms ??= formEntries(this.days));
  }
}

const cache = new WeakMap<Days, SeriesIndex>();

/** The index of a series, or of the longer one it is a part of, and the series' first day in it. */
export function indexOf({ days, partOf }: PropertySeries): { index: SeriesIndex; offset: number } {
  const whole = partOf?.days ?? days;
  let index = cache.get(whole);
  if (!index) cache.set(whole, (index = new SeriesIndex(whole)));
  return { index, offset: partOf?.from ?? 0 };
}

/** Rows of a day that carry a value. */
export const filledRowsOf = (day: PropertyDay | null): number =>
  day ? day.rows - day.absent - day.nulls - day.empties : 0;

function entriesOf(days: Days, count: (day: PropertyDay) => number): Entries {
  const firstOfDay = new Int32Array(days.length + 1);
  for (const [at, day] of days.entries()) firstOfDay[at + 1] = firstOfDay[at]! + (day ? count(day) : 0);
  return { firstOfDay, rows: new Float64Array(firstOfDay[days.length]!) };
}

function valueEntries(days: Days): ValueEntries {
  const entries = entriesOf(days, ({ values }) => values.length);
  const numbers = new Numbers();
  const ids = new Int32Array(entries.rows.length);
  const names: (string | null)[] = [];
  for (const day of days)
    for (const { hash, rows, name } of day?.values ?? []) {
      ids[names.length] = numbers.of(hash);
      entries.rows[names.length] = rows;
      names.push(name);
    }
  return { ...entries, hashes: numbers.texts(), ids, names };
}

function binEntries(days: Days): BinEntries {
  const entries = entriesOf(days, ({ bins }) => bins.length);
  const all = new Int32Array(entries.rows.length);
  let at = 0;
  for (const day of days)
    for (const [bin, rows] of day?.bins ?? []) {
      all[at] = bin;
      entries.rows[at++] = rows;
    }
  return { ...entries, bins: all };
}

function formEntries(days: Days): FormEntries {
  const entries = entriesOf(days, ({ forms }) => forms.length);
  const numbers = new Numbers();
  const ids = new Int32Array(entries.rows.length);
  let at = 0;
  for (const day of days)
    for (const [form, rows] of day?.forms ?? []) {
      ids[at] = numbers.of(form);
      entries.rows[at++] = rows;
    }
  return { ...entries, forms: numbers.texts(), ids };
}

/** Numbers for texts, in the order of their first appearance. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }

  texts(): string[] {
    return [...this.#numbers.keys()];
  }
}
