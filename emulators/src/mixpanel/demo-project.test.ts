import { describe, expect, it } from "vitest";
import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import { judgeRun } from "../../../functions/src/engine/run.js";
import { faultSets } from "./data/planted.js";
import { addDays } from "./data/days.js";
import { demoDataset, demoRunInput } from "./demo-run.testing.js";

const detectors = detectorKeys.map((key) => ({
  key,
  settings: { checkBackDays: 7 as const, thresholdPercent: 30 },
}));

/** Everything flagged, as "detector: entity" or "detector: property on event". */
function findings(anchor: string, lastDay: string): string[] {
  const { detectors: outcomes } = judgeRun(demoRunInput(demoDataset(anchor), lastDay, detectors));
  return outcomes.flatMap(({ key, rows }) =>
    rows
      .filter(({ row }) => row.severity === "alert" || row.severity === "warning")
      .map(({ row }) => `${key}: ${row.entity}${row.parent === null ? "" : ` on ${row.parent}`}`),
  );
}

function planted(variant: number): string[] {
  const faults = faultSets[variant]!;
  return [
    `event_count_change: ${faults.countDrop}`,
    `event_count_change: ${faults.segmentDrop.event}`,
    `event_stopped: ${faults.stopped}`,
    `event_property_stopped: ${faults.propertyStopped.property} on ${faults.propertyStopped.event}`,
    `event_property_null_rate: ${faults.nullRise.property} on ${faults.nullRise.event}`,
    `event_property_distribution: ${faults.shift.property} on ${faults.shift.event}`,
    `user_property_stopped: ${faults.userPropertyStopped}`,
    `user_property_null_rate: ${faults.userNullRise}`,
    `user_property_distribution: ${faults.userShift}`,
    "user_profile_count_change: (new profiles)",
  ];
}

describe("the demo project", () => {
  it.each([
    ["a start on a Saturday, whose last complete day is a Friday", "2026-11-20"],
    ["a start on a Monday, whose last complete day is a Sunday", "2026-11-22"],
  ])("on %s all planted faults are found and nothing else", { timeout: 60_000 }, (_case, anchor) => {
    expect(findings(anchor, anchor).sort()).toEqual(planted(0).sort());
  });

  it("two weeks later another episode is found, on other events", { timeout: 60_000 }, () => {
    expect(findings("2026-11-20", addDays("2026-11-20", 14)).sort()).toEqual(planted(1).sort());
  });
});
