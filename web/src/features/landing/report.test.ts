import { detectorKeySchema } from "@contract/detectors";
import { countSeriesSchema, projectDaySchema } from "@contract/results";
import { describe, expect, it } from "vitest";
import comparison from "./alarm-comparison.json";
import { report } from "./report";

const { shown, findings, counts } = report;
const flagged = shown.series.filter(({ isFlagged }) => isFlagged);

describe("the report on the landing page", () => {
  it("is one of the product's own: its series, days and checks match the contract", () => {
    const series = {
      kind: "counts",
      days: shown.series,
      tested: { from: shown.testedFrom, to: shown.series.at(-1)?.day },
      weekdayShape: shown.weekdayShape,
    };
    expect(countSeriesSchema.safeParse(series).error).toBeUndefined();
    for (const { detector } of [...findings, ...report.folded])
      expect(detectorKeySchema.safeParse(detector).success).toBe(true);
    expect(projectDaySchema.safeParse(report.runDay).success).toBe(true);
  });

  it("shows the first finding it lists, with the figures of its flagged days", () => {
    expect(findings[0]?.name).toBe(shown.entity);
    expect(flagged).toHaveLength(shown.days);
    expect(flagged[0]?.day).toBe(shown.firstBadDay);
    expect(flagged.reduce((sum, { observed }) => sum + observed, 0)).toBe(shown.observed);
    for (const { observed, low } of flagged) expect(observed).toBeLessThan(low ?? 0);
    const expected = flagged.reduce((sum, day) => sum + (day.expected ?? 0), 0);
    expect(shown.expected / expected).toBeCloseTo(1, 1);
  });

  it("names a cause with a larger share of the change than of normal traffic", () => {
    expect(shown.cause.part).toBeGreaterThan(shown.cause.usual);
    expect(shown.cause.part).toBeLessThanOrEqual(1);
  });

  it("has totals that match its severities", () => {
    const alerts = findings.filter(({ severity }) => severity === "alert").length;
    expect(alerts).toBeLessThanOrEqual(counts.alert);
    expect(findings.length - alerts).toBeLessThanOrEqual(counts.warning);
  });
});

it("knows how much there is to check in the demo shop", () => {
  for (const count of Object.values(report.checkable)) expect(count).toBeGreaterThan(0);
});

it("compares means that match their weekdays", () => {
  for (const { weekdays, mean } of [comparison.naive, comparison.plumbline]) {
    expect(weekdays).toHaveLength(7);
    expect(weekdays.reduce((sum, { alarms }) => sum + alarms, 0) / 7).toBeCloseTo(mean, 6);
  }
});
