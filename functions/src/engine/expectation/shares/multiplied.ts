import { logSizeBelow, type SizeTable } from "../../series/size-table.js";
import { largestPastEffect } from "./baseline-variation.js";
import { fewestReferenceRows, type ShareSettings } from "./check-table.js";
import type { Pool } from "./pool.js";
import { pastLengths, windowLengths } from "./window.js";
import { WindowWithReferences } from "./window-with-references.js";

/** The median and the upper decile of |x|. */
export const sizeParts = [0.5, 0.9] as const;
/** A change must be this many times the largest past change, as logarithms. */
const timesPast = 2;
const fewestWindowRows = 50;
/** Larger, and smaller. */
const directions = [1, -1] as const;
/** A part must differ by this many standard errors. Few past windows don't show how far chance alone can take it. */
const clearZ = 4;

/** Numbers that became larger or smaller. Changes are log₂ of a factor, above 0 in either direction. */
export type Multiplied = { start: number; length: number; change: number; largestPast: number };

/**
 * Finds the window whose numbers are most clearly a multiple of before: the median and the upper decile of their sizes
 * changed in one direction, both by 1 + T or more and by twice the largest past change.
 */
export function checkSizes(made: SizeTable, { checkBackDays, threshold }: ShareSettings): Multiplied | null {
  const { table } = made;
  const limit = Math.log2(1 + threshold);
  const view = new SizeView(made);
  let found: Multiplied | null = null;
  for (const length of windowLengths(checkBackDays)) {
    const start = table.days - length;
    if (start <= 0) continue;
    view.look(start, length, fewestReferenceRows);
    if (view.baseline.rows < fewestReferenceRows || view.window.rows < fewestWindowRows) continue;
    for (const direction of directions) {
      view.direction = direction;
      // The effect is at most that against the baseline, which is faster to compute.
      if (view.againstBaseline < limit) continue;
      const change = view.effect();
      if (change < limit || change < (found?.change ?? 0) || !view.isClear) continue;
      const past = largestPastChange(made, length, checkBackDays);
      if (past !== null && change >= timesPast * past) found = { start, length, change, largestPast: past };
    }
  }
  return found;
}

function largestPastChange(made: SizeTable, longest: number, checkBackDays: number): number | null {
  const known = pastLengths(longest, checkBackDays).flatMap((length) =>
    directions.flatMap((direction) => {
      const view = new SizeView(made, direction);
      return largestPastEffect(made.table, length, () => view) ?? [];
    }),
  );
  return known.length === 0 ? null : Math.max(...known);
}

/** A window of sizes. Its effect is the smaller change of the two parts in one direction. */
class SizeView extends WindowWithReferences {
  constructor(
    private readonly made: SizeTable,
    public direction: (typeof directions)[number] = 1,
  ) {
    super(made.table);
  }

  get againstBaseline(): number {
    return this.against(this.window, this.baseline);
  }

  /** Whether neither part is off by chance: the share of rows below its usual size differs by `clearZ` standard errors. */
  get isClear(): boolean {
    return sizeParts.every((part) => {
      const usual = this.logSize(this.baseline, part);
      if (usual === -Infinity && this.logSize(this.window, part) === -Infinity) return true;
      const rows = 1 / (1 / this.window.rows + 1 / this.baseline.rows);
      const level = part - this.direction * clearZ * Math.sqrt((part * (1 - part)) / rows);
      return level > 0 && level < 1 && this.direction * (this.logSize(this.window, level) - usual) > 0;
    });
  }

  protected override smallestOver(window: Pool): number {
    return this.smallestAgainst((reference) => this.against(window, reference));
  }

  private against(window: Pool, reference: Pool): number {
    if (window.rows <= 0 || reference.rows <= 0) return 0;
    let smallest = Infinity;
    for (const part of sizeParts) {
      const now = this.logSize(window, part);
      const before = this.logSize(reference, part);
      // A part that is and was 0 doesn't tell.
      if (now === -Infinity && before === -Infinity) continue;
      smallest = Math.min(
        smallest,
        Math.abs(now - before) === Infinity ? 0 : this.direction * (now - before),
      );
    }
    return smallest === Infinity ? 0 : smallest;
  }

  private logSize(pool: Pool, part: number): number {
    return logSizeBelow(this.made.sizes, pool, part);
  }
}
