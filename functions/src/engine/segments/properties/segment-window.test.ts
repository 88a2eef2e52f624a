import { describe, expect, it } from "vitest";
import { shareTable } from "../../series/share-table.js";
import { SegmentWindow } from "./segment-window.js";

const baselineDays = 28;

/**
 * The effect of a last day with `filled` events with a value and `empty` without, after days with `usual`
 * filled ones.
 */
function effectOf({ usual, filled, empty }: { usual: number; filled: number; empty: number }): number {
  const days = [...Array.from({ length: baselineDays }, () => [usual, 0]), [filled, empty]];
  const table = shareTable("nulls", Float64Array.from(days.flat()), 2, baselineDays);
  return new SegmentWindow(table, true).look(baselineDays, 1, 100).effect();
}

describe("in a burst of events without a value", () => {
  it("the usual number of events with a value isn't a loss, nor is a slightly smaller one", () => {
    expect(effectOf({ usual: 17, filled: 17, empty: 44 })).toBeLessThan(0);
    expect(effectOf({ usual: 17, filled: 11, empty: 44 })).toBeCloseTo(0.14, 2);
  });

  it("losing all values, or half of many, is a loss", () => {
    expect(effectOf({ usual: 17, filled: 0, empty: 61 })).toBeGreaterThan(0.7);
    expect(effectOf({ usual: 400, filled: 200, empty: 1_000 })).toBeGreaterThan(0.45);
  });

  it("the plain effect applies if there is no burst", () => {
    expect(effectOf({ usual: 100, filled: 50, empty: 50 })).toBeCloseTo(0.5, 2);
  });
});
