import { expect, it } from "vitest";
import { aReport, aReportDetector } from "@/testing/report-builders";
import { comparisonText, falseAlarmText } from "./summary-text";

it("gives a range of days if checks test different ones", () => {
  const report = aReport({ comparedWith: null });
  const detectors = [
    aReportDetector("event_stopped"),
    aReportDetector("user_profile_count_change", { settings: { checkBackDays: 30, thresholdPercent: 30 } }),
  ];
  expect(comparisonText({ ...report, detectors })).toBe(
    "Checks the last 7 to 30 days (Oct 21–Nov 19) against the 8 weeks before. This setup has no earlier run to compare with.",
  );
});

it.each([
  ["worse", { worse: 1, new: 1, alerts: 2 }],
  ["back again", { regressed: 1, alerts: 1 }],
  ["ongoing", { ongoing: 3, alerts: 3 }],
  ["recovered", { recovered: 1 }],
  ["known", { known: 1 }],
])("says on a first run that other runs had found a finding that is %s", (_, counts) => {
  const detector = aReportDetector("event_stopped");
  const text = comparisonText(
    aReport({ comparedWith: null, detectors: [{ ...detector, counts: { ...detector.counts, ...counts } }] }),
  );
  expect(text).toContain("Findings that aren't new were found by other runs of this connection.");
});

it("says nothing of other runs if all of a first run's findings are new", () => {
  const detector = aReportDetector("event_stopped");
  const counts = { ...detector.counts, new: 2, alerts: 2 };
  expect(comparisonText(aReport({ comparedWith: null, detectors: [{ ...detector, counts }] }))).toMatch(
    /This setup has no earlier run to compare with\.$/,
  );
});

it("says when the project's Mixpanel plan gives access to less than the checks compare with", () => {
  expect(comparisonText(aReport({ historyDays: 60 }))).toContain(
    "This project's Mixpanel plan only gives access to the last 60 days, so some checks compare with less history.",
  );
});

it("names the properties whose common values are checked on their own", () => {
  const segmentProperties = ["$os", "Plan", "mp_country_code"];
  expect(comparisonText(aReport({ segmentProperties }))).toContain(
    "Events are also checked for the common values of “$os”, “Plan”, and “mp_country_code”. Compared",
  );
  expect(comparisonText(aReport())).not.toContain("also checked");
});

it("says if past days aren't counted by segment", () => {
  expect(comparisonText(aReport({ areSegmentsMissing: true }))).toContain(
    "Some past days aren't counted by segment yet, so a change on only one platform or version may be missed. The next runs count them.",
  );
});

it("says if checks failed, and that the next run tries them again", () => {
  const summary = { ...aReport().summary!, failed: 2 };
  expect(comparisonText(aReport({ summary }))).toContain(
    "2 checks failed, and the next run tries them again.",
  );
});

it("names the events that were too large to be read, and what to do", () => {
  expect(comparisonText(aReport({ tooLargeEvents: ["Huge"] }))).toContain(
    "“Huge” has more events per day than can be read in time. Checks that read raw events left it out and will try again within 30 days. To stop that, exclude it in Data Settings.",
  );
  expect(comparisonText(aReport({ tooLargeEvents: ["A", "B", "C", "D", "E"] }))).toContain(
    "“A”, “B”, “C” and 2 more have more events",
  );
});

it.each([
  [0, null],
  [1, "1 event checked. Expect fewer than one false alarm per run."],
  [57, "57 events checked. Expect fewer than one false alarm per run."],
  [150, "150 events checked. Expect about 1 false alarm per run."],
  [231, "231 events checked. Expect about 2 false alarms per run."],
  [1000, "1,000 events checked. Expect about 7 false alarms per run."],
])("says how many false alarms to expect of %d events", (events, text) =>
  expect(falseAlarmText("event_count_change", events)).toBe(text),
);
