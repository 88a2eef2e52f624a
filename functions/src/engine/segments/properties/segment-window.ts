import type { ShareTable } from "../../properties/tables/share-table.js";
import { nullShare, plainEffect } from "../../properties/windows/effect.js";
import type { Pool } from "../../properties/windows/pool.js";
import { WindowWithReferences } from "../../properties/windows/window-with-references.js";
import { zAgainst } from "../../properties/windows/z-score.js";

/** Lengths in days of the windows that are looked at, each up to the last day. */
export const segmentWindows = [1, 2, 3, 7] as const;

/** Growth of the rows a day from which on more traffic may dilute: of a share of empty values, of a mix. */
const emptyGrowth = 1.25;
const mixGrowth = 1.5;
/** Days that a burst of traffic lasts at most. */
const longestBurst = 3;
const firstPastStart = 7;
const fewestPastRows = 20;
const fewestPastReferenceRows = 50;

/** A window of one segment's table. */
export class SegmentWindow extends WindowWithReferences {
  /** @param hasTraffic whether the units are rows of an event, of which a burst of traffic brings more */
  constructor(
    table: ShareTable,
    private readonly hasTraffic: boolean,
  ) {
    super(table);
  }

  /** z against the baseline or, where that is less, one more than against its same weekdays. */
  z(): number {
    const z = zAgainst(this.table, this.window, this.baseline);
    return this.hasWeekdays ? Math.min(z, zAgainst(this.table, this.window, this.weekdays) + 1) : z;
  }

  protected override smallestOver(window: Pool): number {
    let mostRows = rowsADay(this.baseline);
    if (this.hasWeekdays) mostRows = Math.max(mostRows, rowsADay(this.weekdays));
    if (this.hasWeekBefore) mostRows = Math.max(mostRows, rowsADay(this.weekBefore));
    const growth = rowsADay(window) / mostRows;
    let smallest = this.effectAgainst(window, this.baseline, growth);
    if (this.hasWeekdays) smallest = Math.min(smallest, this.effectAgainst(window, this.weekdays, growth));
    if (this.hasWeekBefore)
      smallest = Math.min(smallest, this.effectAgainst(window, this.weekBefore, growth));
    return smallest;
  }

  /**
   * More traffic is no loss: at most the part of the former rows that is really missing, less twice what chance alone
   * would let go missing, which in a burst over a few rows is a lot.
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

/** Mean of max(0, x) for a normal x around 0. */
const meanLoss = (variance: number): number => Math.sqrt(variance / (2 * Math.PI));

const rowsADay = ({ rows, days }: Pool): number => rows / days;

/**
 * The largest effect that windows of `length` days had inside the baseline, from its 8th day on, against the days
 * before them: what the segment does by itself. Null where no window fits.
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
