import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingsText, summarizeRun, summaryText, testedHoursText } from "./run-summary.js";
import { detectorSeverities } from "./results.js";

const checksWithCounts = fc.array(
  fc.record({
    severity: fc.constantFrom(...detectorSeverities),
    alerts: fc.nat(2_000),
    warnings: fc.nat(2_000),
  }),
  { maxLength: 9 },
);
const withCounts = (
  checks: readonly { severity: (typeof detectorSeverities)[number]; alerts: number; warnings: number }[],
) =>
  checks.map(({ severity, alerts, warnings }) => ({
    severity,
    counts: {
      analysed: 0,
      flagged: alerts + warnings,
      alerts,
      warnings,
      inconclusive: 0,
      recovered: 0,
      new: alerts,
      worse: 0,
      regressed: 0,
      ongoing: warnings,
      known: 0,
    },
  }));

describe("the summary of a run", () => {
  it("counts findings and checks, and states both", () => {
    const checks = withCounts([
      { severity: "alert", alerts: 5, warnings: 2 },
      { severity: "alert", alerts: 2, warnings: 1 },
      { severity: "normal", alerts: 0, warnings: 0 },
      { severity: "inconclusive", alerts: 0, warnings: 0 },
      { severity: "failed", alerts: 0, warnings: 0 },
    ]);
    const summary = summarizeRun(checks);
    expect(summary).toMatchObject({ alerts: 2, warnings: 0, passed: 1, inconclusive: 1, failed: 1 });
    expect(summary.findings).toMatchObject({ alerts: 7, warnings: 3 });
    expect(summaryText(summary)).toBe(
      "7 alerts and 3 warnings in 5 checks; 1 check passed; 1 check inconclusive; 1 check failed",
    );
  });

  it("uses the singular for one finding, and says when there are none", () => {
    expect(findingsText(summarizeRun(withCounts([{ severity: "alert", alerts: 1, warnings: 0 }])))).toBe(
      "1 alert",
    );
    expect(summaryText(summarizeRun(withCounts([{ severity: "normal", alerts: 0, warnings: 0 }])))).toBe(
      "No findings in 1 check; 1 check passed",
    );
  });

  it("counts known findings separately, and says whether all others are new", () => {
    const [check] = withCounts([{ severity: "alert", alerts: 3, warnings: 0 }]);
    const known = summarizeRun([{ ...check!, counts: { ...check!.counts, known: 9 } }]);
    expect(findingsText(known)).toBe("3 new alerts, 9 known");
    expect(summaryText(known)).toBe("3 new alerts in 1 check, 9 known");
    const [quiet] = withCounts([{ severity: "normal", alerts: 0, warnings: 0 }]);
    const onlyKnown = summarizeRun([{ ...quiet!, counts: { ...quiet!.counts, known: 2 } }]);
    expect(findingsText(onlyKnown)).toBe("2 known");
    expect(summaryText(onlyKnown)).toBe("No new findings in 1 check, 2 known; 1 check passed");
  });

  it("adds up for any report", () => {
    fc.assert(
      fc.property(checksWithCounts, (checks) => {
        const { findings, alerts, warnings, passed, inconclusive, failed } = summarizeRun(withCounts(checks));
        expect(alerts + warnings + passed + inconclusive + failed).toBe(checks.length);
        expect(findings.alerts).toBe(checks.reduce((sum, check) => sum + check.alerts, 0));
        expect(findings.warnings).toBe(checks.reduce((sum, check) => sum + check.warnings, 0));
      }),
    );
  });
});

it("says which hours a run checked, or why none", () => {
  const text = (status: "tested" | "no_query_api" | "unavailable") =>
    testedHoursText({ status, day: "2026-11-18", untilHour: "18:00" });
  expect(text("tested")).toBe("Hours of Nov 18 are checked until 18:00.");
  expect(text("no_query_api")).toBe("Hours need access to Mixpanel's Query API. Days are checked as before.");
  expect(text("unavailable")).toBe("Hours not available for Nov 18.");
  expect(testedHoursText(null)).toBe("");
});
