import { addedRows } from "./added-rows.js";
import { burstGrowth, effectBesideTraffic, longestBurst, plainEffect } from "./effect.js";
import { poolWithout, type Pool } from "./pool.js";
import { WindowWithReferences } from "./window-with-references.js";
import type { ShareTable } from "../tables/share-table.js";

const shortLengths = [1, 2, 3, 7, 14, 21];

/** Lengths in days of the windows tested in a window: the last k days, and the whole window. */
export const windowLengths = (checkBackDays: number): number[] => [
  ...shortLengths.filter((length) => length < checkBackDays),
  checkBackDays,
];

/** `addedCell`: the cell whose rows came on top and so explain the rest of the effect. */
export type SustainedEffect = { effect: number; addedCell: number | null };

/** A window of a whole table (R1, R2 and R3 are its references). */
export class WindowView extends WindowWithReferences {
  /** @param hasTraffic whether the units are rows of an event, of which a burst of traffic brings more */
  constructor(
    table: ShareTable,
    private readonly hasTraffic: boolean,
  ) {
    super(table);
  }

  /** R2, or null where it is left out. */
  get sameWeekdays(): Pool | null {
    return this.hasWeekdays ? this.weekdays : null;
  }

  /**
   * The effect without what traffic may have brought on top, a burst being no shift: the rows of one value that came
   * in up to 3 days, and in longer windows 2 or 3 neighbouring days with half as many rows again as the baseline's.
   * @param beyondDoubt effect from which on the newest day alone is believed although its rows may be additional ones
   */
  sustainedEffect(beyondDoubt: number): SustainedEffect {
    const effect = this.effect();
    if (!this.hasTraffic || this.table.kind === "nulls") return { effect, addedCell: null };
    if (this.length > longestBurst)
      return { effect: Math.min(effect, this.effectBesideBursts()), addedCell: null };
    const added = this.hasWeekdays ? addedRows(this.table, this.window, this.weekdays) : null;
    const isExcused = added !== null && (added.isLikely || (this.length === 1 && effect < beyondDoubt));
    return isExcused && added.effectBeside < effect
      ? { effect: added.effectBeside, addedCell: added.cell }
      : { effect, addedCell: null };
  }

  private effectBesideBursts(): number {
    const burstRows = (burstGrowth * this.baseline.rows) / this.baseline.days;
    let smallest = Infinity;
    for (let days = 2; days <= longestBurst; days++) {
      for (let from = this.start; from + days <= this.start + this.length; from++) {
        const rest = poolWithout(this.table, this.window, from, from + days, this.rest);
        if (this.window.rows - rest.rows < burstRows * days) continue;
        smallest = Math.min(smallest, this.smallestOver(rest));
      }
    }
    return smallest;
  }

  protected override smallestOver(window: Pool): number {
    let smallest = this.against(window, this.baseline);
    if (this.hasWeekdays) smallest = Math.min(smallest, this.against(window, this.weekdays, true));
    if (this.hasWeekBefore) smallest = Math.min(smallest, this.against(window, this.weekBefore));
    return smallest;
  }

  private against(window: Pool, reference: Pool, isSameWeekdays = false): number {
    return this.hasTraffic && window.rows > 0 && reference.rows > 0
      ? effectBesideTraffic(this.table, window, reference, this.length, isSameWeekdays)
      : plainEffect(this.table, window, reference);
  }
}
