import { expect, it } from "vitest";
import type { StoredFinding } from "../../contract/results.js";
import { storedFinding } from "../../contract/findings/rows.testing.js";
import type { FiguresOf } from "../../contract/findings/finding.js";
import { chartHtml, chartOf } from "./finding-chart.js";

const row = (observed: number, segment: StoredFinding["segment"]): StoredFinding => ({
  ...storedFinding({
    severity: "alert",
    entity: "Checkout",
    reason: "fell",
    detector: "event_count_change",
    segment,
  }),
  breakdown: null,
  series: {
    kind: "counts",
    tested: { from: "2026-11-11", to: "2026-11-11" },
    weekdayShape: null,
    days: [100, observed].map((count, index) => ({
      day: `2026-11-1${index}`,
      observed: count,
      expected: null,
      low: null,
      high: null,
      projectChange: 0,
      isProjectDay: false,
      isFlagged: index === 1,
    })),
  },
});

it("charts a finding and the same event's finding in a segment, each with its own days", () => {
  const whole = row(60, null);
  const android = row(10, { dimension: "$os", value: "Android" });
  const heights = (finding: StoredFinding) => chartOf(finding)!.bars.map(({ height }) => height);
  expect(heights(whole)).toEqual([1, 0.6]);
  expect(heights(android)).toEqual([1, 0.1]);
  expect(chartOf(whole)!.title).toBe("Events");
});

it("says up to which hour the last day of a finding of hours is counted", () => {
  const caption = (finding: StoredFinding) => /Events, [^<]+/.exec(chartHtml(chartOf(finding)!))![0];
  const whole = row(60, null);
  const figures = { rule: "hours", fromHour: "01:00", untilHour: "06:00" } as FiguresOf<"hours">;
  const hours = { ...whole, finding: { ...whole.finding!, figures } };
  expect([whole, hours].map(caption)).toEqual([
    "Events, last 2 days; flagged in red",
    "Events, last 2 days, the last until 06:00; flagged in red",
  ]);
});

it("has no chart for a finding without a series", () => {
  expect(chartOf({ ...row(1, null), series: null })).toBeNull();
});
