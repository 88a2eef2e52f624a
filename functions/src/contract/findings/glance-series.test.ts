import { expect, it } from "vitest";
import { glanceSeries } from "./glance-series.js";

const days = ["2026-11-18", "2026-11-19", "2026-11-20"];
const tested = { from: "2026-11-14", to: "2026-11-20" };
const segment = { dimension: "$os", value: "Linux" };
const part = (value: string, daily: (number | null)[], expectedDaily: number[] | null = null) => ({
  ...{ value, isNamed: value === "Linux", part: 0.96, usual: 0.02, before: 0, after: 0.75 },
  ...{ daily, expectedDaily },
});
const nulls = (flagged: boolean) => ({
  kind: "nulls" as const,
  days: days.map((day) => ({ day, rows: 100, absent: 2, null: 0, empty: 0, isFlagged: flagged })),
  ...{ tested, limitShare: 0.1, alertShare: 0.3 },
});
const missing = {
  ...{ dimension: "$os", measure: "missing" as const, days, firstBadDay: "2026-11-19" },
  segments: [part("Android", [0, 0, 0]), part("Linux", [0, 0.75, null])],
};

it("draws a finding that is flagged only inside a segment from the segment's days", () => {
  const series = glanceSeries({ series: nulls(false), segment, breakdown: missing, last_day: "2026-11-20" });
  expect(series).toMatchObject({
    days: [
      { rows: 1, absent: 0, isFlagged: false },
      { rows: 1, absent: 0.75, isFlagged: true },
      { rows: 0, absent: 0, isFlagged: true },
    ],
  });
});

it("draws an event's counts inside the segment against what was expected there", () => {
  const counts = {
    ...{ kind: "counts" as const, tested, weekdayShape: null },
    days: days.map((day) => ({
      ...{ day, observed: 900, expected: 910, low: 800, high: 1_000 },
      ...{ projectChange: 0, isProjectDay: false, isFlagged: false },
    })),
  };
  const breakdown = {
    ...missing,
    measure: "events" as const,
    segments: [part("Linux", [30, 2, 1], [30, 31, 29])],
  };
  expect(glanceSeries({ series: counts, segment, breakdown, last_day: "2026-11-19" })).toMatchObject({
    days: [
      { observed: 30, expected: 30, low: null, isFlagged: false },
      { observed: 2, expected: 31, isFlagged: true },
      { observed: 1, expected: 29, isFlagged: false },
    ],
  });
});

it("draws all events if those are flagged or no segment is named", () => {
  const flagged = nulls(true);
  const row = { series: flagged, segment, breakdown: missing, last_day: null };
  expect(glanceSeries(row)).toBe(flagged);
  const whole = nulls(false);
  expect(glanceSeries({ ...row, series: whole, segment: null })).toBe(whole);
  expect(glanceSeries({ ...row, series: whole, segment: { ...segment, value: "iOS" } })).toBe(whole);
  expect(glanceSeries({ ...row, series: null })).toBeNull();
});
