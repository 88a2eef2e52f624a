import type { PropertyDay, PropertySeries } from "../../aggregates/model.js";

type Days = readonly (PropertyDay | null)[];

/** The entries of all days in one flat list, day after day, in each day's own order. */
type Entries = {
  /** Index of the first entry of each day, plus the total number of entries. */
  firstOfDay: Int32Array;
  rows: Float64Array;
};

type ValueEntries = Entries & {
  /** Maps a value's id to its hash. `ids` and `names` have one element per entry. */
  hashes: readonly string[];
  ids: Int32Array;
  names: readonly (string | null)[];
};
/** Cumulative sums of numbers over days and bins, so that the rows in any range of both take four reads. */
type BinSums = {
  /** All bins that occur on the days, ascending. */
  bins: Int32Array;
  /** Rows of the bins before the b-th on the days before d, at `d · (bins.length + 1) + b`. */
  before: Float64Array;
};
type FormEntries = Entries & { forms: readonly string[]; ids: Int32Array };

/** Filled, numbers, version-like. */
const kindsOfRows = 3;

/**
 * The days of a series in flat arrays, with integer ids in place of strings. Each string is looked up only
 * once, no matter how many tables are made from parts of the days.
 */
export class SeriesIndex {
  /** Rows with a value, by day. */
  readonly filled: Float64Array;
  readonly #before: Float64Array;
  #values: ValueEntries | null = null;
  #bins: BinSums | null = null;
  #forms: FormEntries | null = null;
  #hasSeveralForms: boolean | null = null;

  constructor(private readonly days: Days) {
    this.filled = new Float64Array(days.length);
    this.#before = new Float64Array((days.length + 1) * kindsOfRows);
    for (let at = 0; at < days.length; at++) {
      const day = days[at]!;
      this.filled[at] = filledRowsOf(day);
      const [last, next] = [at * kindsOfRows, (at + 1) * kindsOfRows];
      this.#before[next] = this.#before[last]! + this.filled[at]!;
      this.#before[next + 1] = this.#before[last + 1]! + (day?.numbers ?? 0);
      this.#before[next + 2] = this.#before[last + 2]! + (day?.versionLike ?? 0);
    }
  }

  /** Rows with a value on the days [from, end), and how many of these are numbers or look like versions. */
  rowsOf(from: number, end: number): { filled: number; numbers: number; versionLike: number } {
    const sum = (kind: number) =>
      this.#before[end * kindsOfRows + kind]! - this.#before[from * kindsOfRows + kind]!;
    return { filled: sum(0), numbers: sum(1), versionLike: sum(2) };
  }

  get values(): ValueEntries {
    return (this.#values ??= valueEntries(this.days));
  }

  get bins(): BinSums {
    return (this.#bins ??= binSums(this.days));
  }

  get forms(): FormEntries {
    return (this.#forms ??= formEntries(this.days));
  }

  /** Whether the values of all days have more than one form. */
  get hasSeveralForms(): boolean {
    return (this.#hasSeveralForms ??= hasSeveralForms(this.days));
  }
}

/** Indexes of long series, which are shared by the series that are parts of them. */
const longSeries = new WeakMap<Days, SeriesIndex>();
/**
 * The index of the last series that isn't part of another. One is enough: all checks read a property before
 * the next.
 */
let last: { days: Days; index: SeriesIndex } | null = null;

/** The index of a series, or of the longer series that it is part of, and the offset of its first day. */
export function indexOf({ days, partOf }: PropertySeries): { index: SeriesIndex; offset: number } {
  if (!partOf) {
    if (last?.days !== days) last = { days, index: new SeriesIndex(days) };
    return { index: last.index, offset: 0 };
  }
  let index = longSeries.get(partOf.days);
  if (!index) longSeries.set(partOf.days, (index = new SeriesIndex(partOf.days)));
  return { index, offset: partOf.from };
}

function hasSeveralForms(days: Days): boolean {
  let only: string | undefined;
  for (const day of days)
    for (const [form] of day?.forms ?? []) {
      only ??= form;
      if (form !== only) return true;
    }
  return false;
}

/** Rows of a day that have a value. */
export const filledRowsOf = (day: PropertyDay | null): number =>
  day ? day.rows - day.absent - day.nulls - day.empties : 0;

function entriesOf(days: Days, lengthOf: (day: PropertyDay) => number): Entries {
  const firstOfDay = new Int32Array(days.length + 1);
  let entries = 0;
  for (let at = 0; at < days.length; at++) {
    const day = days[at]!;
    if (day) entries += lengthOf(day);
    firstOfDay[at + 1] = entries;
  }
  return { firstOfDay, rows: new Float64Array(entries) };
}

function valueEntries(days: Days): ValueEntries {
  const entries = entriesOf(days, (day) => day.values.length);
  const numbers = new Numbers();
  const ids = new Int32Array(entries.rows.length);
  const names = new Array<string | null>(ids.length);
  let at = 0;
  for (const day of days)
    for (const { hash, rows, name } of day?.values ?? []) {
      ids[at] = numbers.of(hash);
      names[at] = name;
      entries.rows[at++] = rows;
    }
  return { ...entries, hashes: numbers.texts(), ids, names };
}

function binSums(days: Days): BinSums {
  const seen = new Set<number>();
  for (const day of days) for (const [bin] of day?.bins ?? []) seen.add(bin);
  const bins = Int32Array.from(seen).sort();
  const placeOf = new Map<number, number>();
  bins.forEach((bin, place) => placeOf.set(bin, place));
  const width = bins.length + 1;
  const before = new Float64Array((days.length + 1) * width);
  days.forEach((day, at) => {
    const row = (at + 1) * width;
    for (const [bin, rows] of day?.bins ?? []) before[row + placeOf.get(bin)! + 1]! += rows;
    let ofDay = 0;
    for (let place = row + 1; place < row + width; place++) {
      ofDay += before[place]!;
      before[place] = before[place - width]! + ofDay;
    }
  });
  return { bins, before };
}

function formEntries(days: Days): FormEntries {
  const entries = entriesOf(days, (day) => day.forms.length);
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

/** Assigns integers to strings in the order of first appearance. */
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
