import { causePercent } from "@contract/findings/cause-text";
import { changeOfCounts, signedPercent } from "@contract/findings/figures";
import type { SegmentBreakdown } from "@contract/results";
import { axisFromZero, type Axis } from "../plot/axis";

export type BrokenDown = SegmentBreakdown["segments"][number];

/** The most small charts side by side; further segments are only in the table. */
const mostPanels = 6;

/**
 * The display name of a segment. The last segment has a null value: all events with none of the named values.
 */
export const segmentLabel = ({ value }: Pick<BrokenDown, "value">): string => value ?? "All other events";

/**
 * The panels to show: named segments first, then the most common ones. `left` counts the segments that don't
 * fit.
 */
export function panelSegments({ segments }: SegmentBreakdown): { shown: BrokenDown[]; left: number } {
  const ranked = [
    ...segments.filter(({ isNamed }) => isNamed),
    ...segments.filter(({ isNamed, value }) => !isNamed && value !== null),
    ...segments.filter(({ value }) => value === null),
  ];
  return { shown: ranked.slice(0, mostPanels), left: Math.max(0, ranked.length - mostPanels) };
}

/** One axis for all panels: in percent for shares, in events for counts. */
export function sharedAxis(measure: SegmentBreakdown["measure"], segments: readonly BrokenDown[]): Axis {
  const values = segments.flatMap(({ daily, expectedDaily }) => [...daily, ...(expectedDaily ?? [])]);
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (measure === "events") return thinned(axisFromZero(most, 1));
  const axis = axisFromZero(Math.max(smallestShare, Math.min(1, most * 1.02)) * 100);
  return thinned(axis.max > 100 ? { max: 100, ticks: [0, 25, 50, 75, 100] } : axis);
}

/** The smallest range of the axis, so that noise doesn't fill a panel. */
const smallestShare = 0.1;

/** Keeps every other tick: a small chart only has room for the ends and the middle. */
const thinned = ({ max, ticks }: Axis): Axis => ({ max, ticks: ticks.filter((_, index) => index % 2 === 0) });

/** Converts a value to the axis: shares are drawn in percent. */
export const plotted = (measure: SegmentBreakdown["measure"], value: number): number =>
  measure === "events" ? value : value * 100;

/**
 * The change inside a segment: '0% → 90%' as two texts, '+34%' or '60%' as one.
 * @param badDays of the finding, whose change in events comes from their total, as in its headline
 */
export function changeInside(
  measure: SegmentBreakdown["measure"],
  { before, after }: Pick<BrokenDown, "before" | "after">,
  badDays = 1,
): { from: string | null; to: string } {
  switch (measure) {
    case "missing":
      return { from: causePercent(before), to: causePercent(after) };
    case "shifted":
      return { from: null, to: causePercent(after) };
    case "events": {
      const change = changeOfCounts(after * badDays, before * badDays);
      return { from: null, to: change === null ? "n/a" : signedPercent(change) };
    }
  }
}
