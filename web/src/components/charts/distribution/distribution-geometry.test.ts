import type { DistributionSeries } from "@contract/results";
import { describe, expect, it } from "vitest";
import { shownCells } from "./distribution-geometry";

const aSeries = (
  cells: [string, number, number][],
  table: DistributionSeries["table"] = "category",
): DistributionSeries => ({
  kind: "distribution",
  table,
  reference: { from: "2026-10-16", to: "2026-11-12", rows: 1000 },
  window: { from: "2026-11-13", to: "2026-11-19", rows: 300 },
  cells: cells.map(([label, before, after]) => ({ label, before, after })),
  chance: 0.02,
  warningFrom: 0.15,
  alertFrom: 0.3,
  effect: 0.17,
});

describe("the cells of a distribution", () => {
  it("have a label if they changed, and none if they are stable", () => {
    const cells = shownCells(
      aSeries([
        ["direct", 0.31, 0.33],
        ["cpc", 0.22, 0.06],
        ["paid_social", 0, 0.135],
        ["push", 0.1, 0],
        ["social", 0.05, 0.05],
      ]),
    );
    expect(cells.map(({ moved }) => moved)).toEqual([null, "biggest change", "appeared", "vanished", null]);
    expect(cells[1]!.change).toBeCloseTo(-16);
  });

  it("are at most twelve, with the rest combined", () => {
    const cells = shownCells(aSeries(Array.from({ length: 40 }, (_, index) => [`v${index}`, 0.025, 0.025])));
    expect(cells).toHaveLength(12);
    expect(cells.at(-1)).toMatchObject({ label: "29 more values", moved: null });
    expect(cells.reduce((total, { before }) => total + before, 0)).toBeCloseTo(1);
  });

  it("keep every bin of a number, in order", () => {
    const bins = Array.from({ length: 20 }, (_, index): [string, number, number] => [`${index}`, 0.05, 0.05]);
    expect(shownCells(aSeries(bins, "number")).map(({ label }) => label)).toEqual(
      bins.map(([label]) => label),
    );
  });

  it("have no changes if both distributions are equal", () => {
    expect(shownCells(aSeries([["a", 1, 1]]))).toMatchObject([{ moved: null, change: 0 }]);
  });
});
