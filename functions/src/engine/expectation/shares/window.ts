import { addedRows } from "./added-rows.js";
import { burstGrowth, effectBesideTraffic, longestBurst, plainEffect } from "./effect.js";
import { poolWithout, type Pool } from "./pool.js";
import { WindowWithReferences } from "./window-with-references.js";
import type { ShareTable } from "../../series/share-table.js";

const shortLengths = [1, 2, 3, 7, 14, 21];

/**
 * Lengths in days of the windows to test: the last 1, 2, 3, 7, 14 and 21 of the tested days, and all of them.
 */
export const windowLengths = (checkBackDays: number): number[] => [
  ...shortLengths.filter((length) => length < checkBackDays),
  checkBackDays,
];

/** Lengths of the past windows that one is compared with. Few windows over two weeks fit the baseline, so shorter ones count too. */
export const pastLengths = (length: number, checkBackDays: number): number[] =>
  length > 14 ? windowLengths(checkBackDays).filter((one) => one <= length) : [length];

/**
 * Why a window's effect is smaller than its difference from the baseline: extra traffic, the same on these weekdays, the
 * same in the week before, or only one day. `effect` is what is left.
 */
export type DecidingCondition =
  | { kind: "traffic" | "weekdays" | "week-before"; effect: number }
  | { kind: "day"; day: number; effect: number };

/** `addedCell`: the cell whose added rows explain the rest of the effect; null if there is none. */
export type SustainedEffect = { effect: number; addedCell: number | null };

/** A window of a whole property's table. R1, R2 and R3 are its references. */
export class WindowView extends WindowWithReferences {
  /** @param hasTraffic true for events, where a burst of traffic adds rows; false for profiles */
  constructor(
    table: ShareTable,
    private readonly hasTraffic: boolean,
  ) {
    super(table);
  }

  /** R2, or null if it isn't used. */
  get sameWeekdays(): Pool | null {
    return this.hasWeekdays ? this.weekdays : null;
  }

  /**
   * The effect without rows that a burst of traffic may have added. In windows of up to 3 days, this excludes
   * rows of one value that were probably added. In longer windows, it excludes any 2 or 3 neighboring days
   * with at least 1.5 times the baseline's rows per day.
   * @param beyondDoubt the effect from which the newest day alone is a shift even if its rows may have been
   * added
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

  /** What makes the effect smaller than against the baseline alone, the strongest condition; null if nothing does. */
  decidingCondition(): DecidingCondition | null {
    const { window, baseline, table } = this;
    const plain = plainEffect(table, window, baseline);
    const conditions: DecidingCondition[] = [{ kind: "traffic", effect: this.against(window, baseline) }];
    if (this.hasWeekdays)
      conditions.push({ kind: "weekdays", effect: plainEffect(table, window, this.weekdays) });
    if (this.hasWeekBefore)
      conditions.push({ kind: "week-before", effect: plainEffect(table, window, this.weekBefore) });
    for (let day = this.start; this.length > 1 && day < this.start + this.length; day++) {
      const rest = poolWithout(table, window, day, day + 1, this.rest);
      if (this.isConfirming(rest))
        conditions.push({ kind: "day", day, effect: plainEffect(table, rest, baseline) });
    }
    const strongest = conditions.reduce((a, b) => (b.effect < a.effect ? b : a));
    return strongest.effect < plain ? strongest : null;
  }

  private effectBesideBursts(): number {
    const { days: allDays, rows, usualDays } = this.baseline;
    let smallest = Infinity;
    for (let days = 2; days <= longestBurst; days++) {
      for (let from = this.start; from + days <= this.start + this.length; from++) {
        const rest = poolWithout(this.table, this.window, from, from + days, this.rest);
        const usualRows =
          rows * Math.max(days / allDays, (this.window.usualDays - rest.usualDays) / usualDays);
        if (this.window.rows - rest.rows < burstGrowth * usualRows) continue;
        smallest = Math.min(smallest, this.smallestOver(rest));
      }
    }
    return smallest;
  }

  protected override smallestOver(window: Pool): number {
    return this.smallestAgainst((reference) => this.against(window, reference, reference === this.weekdays));
  }

  private against(window: Pool, reference: Pool, isSameWeekdays = false): number {
    return this.hasTraffic && window.rows > 0 && reference.rows > 0
      ? effectBesideTraffic(this.table, window, reference, this.length, isSameWeekdays)
      : plainEffect(this.table, window, reference);
  }
}
