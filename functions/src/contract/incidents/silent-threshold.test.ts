import { expect, it } from "vitest";
import { silentThreshold } from "./silent-threshold.js";

const finding = { detector: "event_count_change", changePct: -60, observed: 40, found: {} } as const;

it("of a count is above its change", () => {
  expect(silentThreshold(finding)).toBe(65);
  expect(silentThreshold({ ...finding, changePct: -100 })).toBeNull();
});

it("of copies alone is above twice their share, because they are a finding from half of the threshold on", () => {
  const copies = { count: 250, nowPct: 27, beforePct: 2, isRise: false };
  expect(silentThreshold({ ...finding, changePct: 25, observed: 270, found: { copies } })).toBe(55);
});
