import { nullShare, plainEffect } from "../../properties/windows/effect.js";
import { newPool, type Pool, poolDays, poolWeekdays, poolWithout } from "../../properties/windows/pool.js";
import type { ShareTable } from "../../properties/tables/share-table.js";
import { zAgainst } from "../../properties/windows/z-score.js";

/** Lengths in days of the windows that are looked at, each up to the last day. */
export const segmentWindows = [1, 2, 3, 7] as const;

const week = 7;
/** Growth of the rows a day from which on more traffic may dilute: of a share of empty values, of a mix. */
const emptyGrowth = 1.25;
const mixGrowth = 1.5;
/** Days that a burst of traffic lasts at most. */
const longestBurst = 3;
const firstPastStart = 7;
const fewestPastRows = 20;
const fewestPastReferenceRows = 50;

/**
 * The newest days of one segment's table against up to three references: the baseline, its same weekdays (windows
 * under a week), the week right before. The pools are filled anew for every window.
 */
export class SegmentWindow {
  readonly window: Pool;
  readonly baseline: Pool;
  private readonly weekdays: Pool;
  private readonly weekBefore: Pool;
  private readonly rest: Pool;
  private readonly references: Pool[] = [];
  private start = 0;
  private length = 0;
  private hasWeekdays = false;

  constructor(readonly table: ShareTable) {
    this.window = newPool(table.cells);
    this.baseline = newPool(table.cells);
    this.weekdays = newPool(table.cells);
    this.weekBefore = newPool(table.cells);
    this.rest = newPool(table.cells);
  }

  /** Looks at the `length` days from `start`; weekdays and week before under `fewestRows` rows are left out. */
  look(start: number, length: number, fewestRows: number): this {
    const { table } = this;
    const limit = Math.min(start, table.split);
    this.start = start;
    this.length = length;
    poolDays(table, start, start + length, this.window);
    poolDays(table, 0, limit, this.baseline);
    this.references.length = 0;
    this.references.push(this.baseline);
    this.hasWeekdays =
      length < week && poolWeekdays(table, start, length, limit, this.weekdays).rows >= fewestRows;
    if (this.hasWeekdays) this.references.push(this.weekdays);
    if (poolDays(table, Math.max(0, start - week), start, this.weekBefore).rows >= fewestRows)
      this.references.push(this.weekBefore);
    return this;
  }

  /** The smallest effect over the references, and over leaving out any one day: a burst of a day is no shift. */
  effect(): number {
    let smallest = this.smallestOver(this.window);
    for (let day = this.start; this.length > 1 && day < this.start + this.length; day++) {
      const rest = poolWithout(this.table, this.window, day, day + 1, this.rest);
      smallest = Math.min(smallest, this.smallestOver(rest));
    }
    return smallest;
  }

  /** z against the baseline or, where that is less, one more than against its same weekdays. */
  z(): number {
    const z = zAgainst(this.table, this.window, this.baseline);
    return this.hasWeekdays ? Math.min(z, zAgainst(this.table, this.window, this.weekdays) + 1) : z;
  }

  private smallestOver(window: Pool): number {
    let mostRows = 0;
    for (const reference of this.references) mostRows = Math.max(mostRows, rowsADay(reference));
    const growth = rowsADay(window) / mostRows;
    let smallest = Infinity;
    for (const reference of this.references)
      smallest = Math.min(smallest, this.effectAgainst(window, reference, growth));
    return smallest;
  }

  /** More traffic is no loss: at most the part of the former rows that is really missing. */
  private effectAgainst(window: Pool, reference: Pool, growth: number): number {
    const effect = plainEffect(this.table, window, reference);
    if (window.rows <= 0) return effect;
    if (this.table.kind === "nulls") {
      if (!(growth > emptyGrowth)) return effect;
      return Math.min(effect, 1 - (growth * (1 - nullShare(window))) / (1 - nullShare(reference)));
    }
    if (this.length > longestBurst || !(growth > mixGrowth)) return effect;
    let missing = 0;
    for (let cell = 0; cell < this.table.cells; cell++) {
      const before = reference.cells[cell]! / reference.rows;
      missing += Math.max(0, before - (growth * window.cells[cell]!) / window.rows);
    }
    return Math.min(effect, missing);
  }
}

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
