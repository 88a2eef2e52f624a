import { expect, it } from "vitest";
import { storedFinding } from "../../contract/findings/rows.testing.js";
import { testApp } from "../../testing/test-app.js";
import { writeFindings } from "../runs/finding-files.js";
import { toReportDetector } from "./get-report.js";

const days = ["2026-11-19", "2026-11-20"];
const day = { rows: 100, absent: 2, null: 0, empty: 0, isFlagged: false };

it("draws a finding inside a segment from the segment's days, as messages do", async () => {
  const { objects } = testApp();
  const found = storedFinding({
    ...{ detector: "event_property_null_rate", entity: "category", parent: "Product List Viewed" },
    ...{ severity: "alert", reason: "", first_bad_day: days[1]!, last_day: days[1]! },
    segment: { dimension: "$os", value: "Linux" },
    series: {
      ...{ kind: "nulls", tested: { from: days[0]!, to: days[1]! }, limitShare: 0.1, alertShare: 0.3 },
      days: days.map((one) => ({ day: one, ...day })),
    },
  });
  const linux = { value: "Linux", isNamed: true, part: 1, usual: 0.03, before: 0, after: 0.73 };
  const breakdown = {
    ...{ dimension: "$os", measure: "missing" as const, days, firstBadDay: days[1]! },
    segments: [{ ...linux, daily: [0, 0.73], expectedDaily: null }],
  };
  const counts = {
    alerts: 1,
    warnings: 0,
    new: 1,
    worse: 0,
    regressed: 0,
    ongoing: 0,
    recovered: 0,
    known: 0,
  };
  const { topRows } = await toReportDetector(objects, {
    id: "event_property_null_rate",
    useCaseKey: "event_property_null_rate",
    name: "",
    severity: "alert",
    reason: null,
    recorded: null,
    settings: { checkBackDays: 7, thresholdPercent: 30 },
    counts: { analysed: 1, flagged: 1, inconclusive: 0, ...counts },
    createdAt: "2026-11-21T00:00:00.000Z",
    totalRows: 1,
    filteredRows: 1,
    csvObject: null,
    findings: await writeFindings(objects, "findings", [{ ...found, breakdown }]),
  });
  expect(topRows[0]!.series).toMatchObject({ days: [{ absent: 0 }, { absent: 0.73, isFlagged: true }] });
  expect(topRows[0]!.breakdown).toBeNull();
});
