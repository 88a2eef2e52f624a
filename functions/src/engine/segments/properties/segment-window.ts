import type { ShareTable } from "../../series/share-table.js";
import { nullShare, plainEffect } from "../../expectation/shares/effect.js";
import type { Pool } from "../../expectation/shares/pool.js";
import { WindowWithReferences } from "../../expectation/shares/window-with-references.js";
import { zAgainst } from "../../expectation/shares/z-score.js";

/** Lengths in days of the windows to test. Each ends on the last day. */
export const segmentWindows = [1, 2, 3, 7] as const;

/** Above this growth of rows per day, extra traffic may dilute a share of empty values, or a mix. */
const emptyGrowth = 1.25;
const mixGrowth = 1.5;
/** A burst of traffic lasts at most this many days. */
const longestBurst = 3;
const firstPastStart = 7;
const fewestPastRows = 20;
const fewestPastReferenceRows = 50;

/** A window of one segment's table. */
export class SegmentWindow extends WindowWithReferences {
  /** @param hasTraffic true for events, where a burst of traffic adds rows; false for profiles */
  constructor(
    table: ShareTable,
    private readonly hasTraffic: boolean,
  ) {
    super(table);
  }

  /** The smaller of z against the baseline and 1 + z against its same weekdays. */
  z(): number {
    const z = zAgainst(this.table, this.window, this.baseline);
    return this.hasWeekdays ? Math.min(z, zAgainst(this.table, this.window, this.weekdays) + 1) : z;
  }

  protected override smallestOver(window: Pool): number {
    let mostRows = rowsADay(this.baseline);
    if (this.hasWeekdays) mostRows = Math.max(mostRows, rowsADay(this.weekdays));
    if (this.hasWeekBefore) mostRows = Math.max(mostRows, rowsADay(this.weekBefore));
    const growth = rowsADay(window) / mostRows;
    return this.smallestAgainst((reference) => this.effectAgainst(window, reference, growth));
  }

  /**
   * The effect against one reference. Extra traffic isn't a loss, so in a burst the effect is at most the
   * part of the usual rows that is really missing, less twice the average loss by chance, which is large if
   * there are few rows.
   */
  private effectAgainst(window: Pool, reference: Pool, growth: number): number {
    const { table } = this;
    const effect = plainEffect(table, window, reference);
    if (!this.hasTraffic || window.rows <= 0) return effect;
    const isBurst =
      table.kind === "nulls" ? growth > emptyGrowth : this.length <= longestBurst && growth > mixGrowth;
    if (!isBurst) return effect;
    const formerRows = window.rows / growth;
    if (table.kind === "nulls") {
      const filled = 1 - nullShare(reference);
      const missing = 1 - (growth * (1 - nullShare(window))) / filled;
      return Math.min(effect, missing - 2 * meanLoss(table.dispersion[0]! / (formerRows * filled)));
    }
    let missing = 0;
    for (let cell = 0; cell < table.cells; cell++) {
      const before = reference.cells[cell]! / reference.rows;
      missing += Math.max(0, before - (growth * window.cells[cell]!) / window.rows);
      missing -= 2 * meanLoss((before * table.dispersion[cell]!) / formerRows);
    }
    return Math.min(effect, Math.max(0, missing));
  }
}

/** Mean of max(0, x) for a normal x with mean 0. */
const meanLoss = (variance: number): number => Math.sqrt(variance / (2 * Math.PI));

const rowsADay = ({ rows, days }: Pool): number => rows / days;

/**
 * The largest effect of any window of `length` days inside the baseline, from its 8th day on, compared with
 * the days before it. It shows how much the segment changes by itself; null if no window fits.
 */
export function baselineVariation(view: SegmentWindow, length: number): number | null {
  let largest: number | null = null;
  for (let start = firstPastStart; start + length <= view.table.split; start++) {
    view.look(start, length, fewestPastReferenceRows);
    if (view.window.rows < fewestPastRows || view.baseline.rows < fewestPastReferenceRows) continue;
    largest = Math.max(largest ?? 0, view.effect());
  }
  return largest;
}
