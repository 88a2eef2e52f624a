import { expect, it } from "vitest";
import { aReport, aReportDetector } from "@/testing/report-builders";
import { chanceText, comparisonText } from "./verdict";

it("names the span of what was compared when checks differ", () => {
  const report = aReport({ comparedWith: null });
  const detectors = [
    aReportDetector("event_stopped"),
    aReportDetector("user_profile_count_change", { settings: { checkBackDays: 30, thresholdPercent: 30 } }),
  ];
  expect(comparisonText({ ...report, detectors })).toBe(
    "Checks the last 7 to 30 days (Oct 21–Nov 19) against the 8 weeks before. First run: every finding is new.",
  );
});

it.each([
  [0, null],
  [57, "In a project with no fault, that gives less than one finding."],
  [150, "In a project with no fault, that gives about 1 finding."],
  [231, "In a project with no fault, that gives about 2 findings."],
  [1000, "In a project with no fault, that gives about 7 findings."],
])("weighs %d judged events against chance", (events, text) => expect(chanceText(events, "that")).toBe(text));
