import { newPool, type Pool, poolDays, poolWeekdays, poolWithout } from "./pool.js";
import type { ShareTable } from "../../series/share-table.js";

const week = 7;
/** Days that usually have less than this part of a window's rows can't confirm what the others show. */
const smallestRest = 0.05;

/**
 * A window of one table with its references: the whole baseline before it, the same weekdays of the baseline
 * for windows under a week, and the week right before. The pools are refilled for every window.
 */
export abstract class WindowWithReferences {
  readonly window: Pool;
  readonly baseline: Pool;
  readonly weekdays: Pool;
  readonly weekBefore: Pool;
  /** Scratch pool for the window without some of its days. */
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
   * Sets the window to the `length` days from `start`. The same weekdays and the week before are ignored if
   * they have fewer than `fewestRows` rows. The caller must check that the baseline and the window itself
   * have enough rows.
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

  /**
   * The smallest effect over all references and with any one day excluded: one unusual day isn't a shift. A day is
   * kept if hardly any rows are usual on the others, as on Friday in a window that ends on Sunday.
   */
  effect(): number {
    let smallest = this.smallestOver(this.window);
    for (let day = this.start; this.length > 1 && day < this.start + this.length; day++) {
      // The effect of values and forms is never below 0. That of sizes may be, but 0 is no finding either.
      if (smallest === 0 && this.table.kind !== "nulls") break;
      const rest = poolWithout(this.table, this.window, day, day + 1, this.rest);
      if (!this.isConfirming(rest)) continue;
      smallest = Math.min(smallest, this.smallestOver(rest));
    }
    return smallest;
  }

  /** Whether some of the window's days usually have enough rows to confirm what the others show. */
  protected isConfirming = (rest: Pool): boolean => rest.usualDays >= smallestRest * this.window.usualDays;

  /** The smallest effect of `window` over the references. */
  protected abstract smallestOver(window: Pool): number;

  protected smallestAgainst(effectAgainst: (reference: Pool) => number): number {
    let smallest = effectAgainst(this.baseline);
    if (this.hasWeekdays) smallest = Math.min(smallest, effectAgainst(this.weekdays));
    if (this.hasWeekBefore) smallest = Math.min(smallest, effectAgainst(this.weekBefore));
    return smallest;
  }
}
