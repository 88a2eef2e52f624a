import { logSizeBelow, type SizeTable } from "../../series/size-table.js";
import { largestPastEffect } from "./baseline-variation.js";
import { fewestReferenceRows, type ShareSettings } from "./check-table.js";
import type { Pool } from "./pool.js";
import { windowLengths } from "./window.js";
import { WindowWithReferences } from "./window-with-references.js";

/** The median and the upper decile of |x|. */
export const sizeParts = [0.5, 0.9] as const;
/** A change must be this many times the largest past change, as logarithms. */
const timesPast = 2;
/** The same if only one of the parts can tell, since the other one is 0. */
const timesPastAlone = 3;
const fewestWindowRows = 50;

/** Numbers that became larger or smaller. Changes are log₂ of a factor, above 0 in either direction. */
export type Multiplied = { start: number; length: number; change: number; largestPast: number };

/**
 * Finds the window whose numbers are most clearly a multiple of before: the median and the upper decile of their sizes
 * changed in one direction, both by 1 + T or more and by twice the largest past change.
 */
export function checkSizes(made: SizeTable, { checkBackDays, threshold }: ShareSettings): Multiplied | null {
  const { table } = made;
  const limit = Math.log2(1 + threshold);
  const [up, down] = [new SizeView(made, 1), new SizeView(made, -1)];
  let found: Multiplied | null = null;
  for (const length of windowLengths(checkBackDays)) {
    const start = table.days - length;
    if (start <= 0) continue;
    for (const view of [up, down]) {
      view.look(start, length, fewestReferenceRows);
      if (view.baseline.rows < fewestReferenceRows || view.window.rows < fewestWindowRows) continue;
      // The effect is at most that against the baseline, which is faster to compute.
      if (view.againstBaseline < limit) continue;
      const change = view.effect();
      if (change < limit || change < (found?.change ?? 0)) continue;
      const past = largestPastChange(made, length, checkBackDays);
      const times = view.isAlone ? timesPastAlone : timesPast;
      if (past !== null && change >= times * past) found = { start, length, change, largestPast: past };
    }
  }
  return found;
}

/** Few windows over two weeks fit the baseline, so shorter ones count too. */
function largestPastChange(made: SizeTable, longest: number, checkBackDays: number): number | null {
  const lengths = longest > 14 ? windowLengths(checkBackDays).filter((k) => k <= longest) : [longest];
  const known = lengths.flatMap((length) =>
    [1, -1].flatMap((direction) => {
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
    private readonly direction: number,
  ) {
    super(made.table);
  }

  get againstBaseline(): number {
    return this.against(this.window, this.baseline);
  }

  /** Whether one of the parts is 0 in the window and in the baseline. */
  get isAlone(): boolean {
    return sizeParts.some(
      (part) =>
        this.logSize(this.window, part) === -Infinity && this.logSize(this.baseline, part) === -Infinity,
    );
  }

  protected override smallestOver(window: Pool): number {
    let smallest = this.against(window, this.baseline);
    if (this.hasWeekdays) smallest = Math.min(smallest, this.against(window, this.weekdays));
    if (this.hasWeekBefore) smallest = Math.min(smallest, this.against(window, this.weekBefore));
    return smallest;
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
