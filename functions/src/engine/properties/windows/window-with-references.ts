import { newPool, type Pool, poolDays, poolWeekdays, poolWithout } from "./pool.js";
import type { ShareTable } from "../tables/share-table.js";

const week = 7;

/**
 * Days of one table beside their references: the whole baseline before them, for windows under a week its same
 * weekdays, and the week right before. The pools are filled anew for every window.
 */
export abstract class WindowWithReferences {
  readonly window: Pool;
  readonly baseline: Pool;
  readonly weekdays: Pool;
  readonly weekBefore: Pool;
  /** Scratch space: the window without some of its days. */
  protected readonly rest: Pool;
  protected start = 0;
  protected length = 0;
  protected hasWeekdays = false;
  protected hasWeekBefore = false;

  constructor(readonly table: ShareTable) {
    this.window = newPool(table.cells);
    this.baseline = newPool(table.cells);
    this.weekdays = newPool(table.cells);
    this.weekBefore = newPool(table.cells);
    this.rest = newPool(table.cells);
  }

  /**
   * Looks at the `length` days from `start`. Weekdays and week before under `fewestRows` rows are left out; whether
   * the baseline and the window itself have rows enough is for the caller to see.
   */
  look(start: number, length: number, fewestRows: number): this {
    const { table } = this;
    const limit = Math.min(start, table.split);
    this.start = start;
    this.length = length;
    poolDays(table, start, start + length, this.window);
    poolDays(table, 0, limit, this.baseline);
    this.hasWeekdays =
      length < week && poolWeekdays(table, start, length, limit, this.weekdays).rows >= fewestRows;
    this.hasWeekBefore =
      poolDays(table, Math.max(0, start - week), start, this.weekBefore).rows >= fewestRows;
    return this;
  }

  /** The smallest effect over the references, and over leaving out any one day: a burst of a day is no shift. */
  effect(): number {
    let smallest = this.smallestOver(this.window);
    for (let day = this.start; this.length > 1 && day < this.start + this.length; day++) {
      // Values and forms have no effect below 0: nothing left to find.
      if (smallest === 0 && this.table.kind !== "nulls") break;
      const rest = poolWithout(this.table, this.window, day, day + 1, this.rest);
      smallest = Math.min(smallest, this.smallestOver(rest));
    }
    return smallest;
  }

  /** The smallest effect of `window` over the references. */
  protected abstract smallestOver(window: Pool): number;
}
