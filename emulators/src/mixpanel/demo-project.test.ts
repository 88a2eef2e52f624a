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

const ANCHOR = "2026-11-20";
const dataset = demoDataset(ANCHOR);

/** Everything flagged, as "detector: entity" or "detector: property on event". */
function findings(lastDay: string): string[] {
  const { detectors: outcomes } = judgeRun(demoRunInput(dataset, lastDay, detectors));
  return outcomes
    .flatMap(({ key, rows }) =>
      rows
        .filter(({ row }) => row.severity === "alert" || row.severity === "warning")
        .map(({ row }) => `${key}: ${row.entity}${row.parent === null ? "" : ` on ${row.parent}`}`),
    )
    .sort();
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
    ...(faults.newProfiles === 1 ? [] : ["user_profile_count_change: (new profiles)"]),
  ].sort();
}

describe("the demo project", { timeout: 180_000 }, () => {
  it.each([
    ["at the first start all planted faults", 0, 0],
    ["the day after they are still", 1, 0],
    ["two weeks later another episode's are", 14, 1],
  ])("%s found, and nothing else", (_case, daysLater, variant) => {
    expect(findings(addDays(ANCHOR, daysLater))).toEqual(planted(variant));
  });
});
