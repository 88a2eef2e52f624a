const fewestDaysBefore = 7;
const fewestUsualDays = 14;
/** A smaller change, as a share of the rows, hides no finding. */
const smallestChange = 0.1;
/** Every day of a change is at least this part of it away from the days before, and every other day less. */
const partOfChange = 0.5;
/** Days with fewer rows tell nothing. */
const fewestRows = 20;

/** The days [from, end) of a table. */
export type TableDays = { from: number; end: number };

/**
 * The days of a change of the shares that came only once in the baseline and is over: they say nothing of what is usual.
 * @param rows rows of cell c on day d at `(d + 1) · cells + c`
 * @param split days of the baseline, the first ones of `rows`
 */
export function endedChange(rows: Float64Array, cells: number, split: number): TableDays | null {
  if (cells < 2 || split <= fewestUsualDays) return null;
  const pool = new DayPool(rows, cells);
  let [from, largest] = [0, 0];
  for (let day = 0; day < split; day++) {
    const distance = day < fewestDaysBefore ? 0 : pool.distanceOf(day);
    if (distance > largest) [from, largest] = [day, distance];
    pool.add(day);
  }
  if (largest < smallestChange) return null;

  for (let day = split - 1; day >= from; day--) pool.remove(day);
  const limit = partOfChange * largest;
  while (from > fewestDaysBefore && pool.distanceFromOthers(from - 1) >= limit) pool.remove(--from);
  const isChanged = (day: number) => pool.distanceOf(day) >= limit;
  let end = from + 1;
  while (end < split && (!pool.knows(end) || isChanged(end))) end++;
  const isOver = end < split || (pool.knows(end) && !isChanged(end));
  if (!isOver || split - (end - from) < fewestUsualDays) return null;

  for (let day = end; day < split; day++) pool.add(day);
  let change = 0;
  for (let day = from; day < end; day++) change = Math.max(change, pool.distanceOf(day));
  for (let day = 0; day < split; day++)
    if ((day < from || day >= end) && pool.distanceFromOthers(day) >= partOfChange * change) return null;
  return { from, end };
}

/** Rows per cell of some days of a table, pooled. */
class DayPool {
  // Plain arrays are much faster to create than small typed arrays.
  readonly #rowsOfDay: number[] = [];
  readonly #pooled: number[];
  #total = 0;

  /** @param rows as in `endedChange` */
  constructor(
    private readonly rows: Float64Array,
    private readonly cells: number,
  ) {
    this.#pooled = new Array<number>(cells).fill(0);
    for (let at = cells; at < rows.length; at += cells) {
      let total = 0;
      for (let cell = 0; cell < cells; cell++) total += rows[at + cell]!;
      this.#rowsOfDay.push(total);
    }
  }

  add(day: number, times = 1): void {
    for (let cell = 0; cell < this.cells; cell++)
      this.#pooled[cell]! += times * this.rows[(day + 1) * this.cells + cell]!;
    this.#total += times * this.#rowsOfDay[day]!;
  }

  remove(day: number): void {
    this.add(day, -1);
  }

  /** False for a day with few rows, or after the table's last one. */
  knows(day: number): boolean {
    return (this.#rowsOfDay[day] ?? 0) >= fewestRows;
  }

  /** Total variation distance of a day from the pooled days, 0–1; 0 if one of them has too few rows to tell. */
  distanceOf(day: number): number {
    if (!this.knows(day) || this.#total < fewestRows) return 0;
    const [perRow, perPooledRow] = [1 / this.#rowsOfDay[day]!, 1 / this.#total];
    const first = (day + 1) * this.cells;
    let distance = 0;
    for (let cell = 0; cell < this.cells; cell++)
      distance += Math.abs(this.rows[first + cell]! * perRow - this.#pooled[cell]! * perPooledRow);
    return distance / 2;
  }

  /** The distance of a pooled day from the others. */
  distanceFromOthers(day: number): number {
    this.remove(day);
    const distance = this.distanceOf(day);
    this.add(day);
    return distance;
  }
}
