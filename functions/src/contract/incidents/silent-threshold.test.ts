import { expect, it } from "vitest";
import type { Finding } from "../findings/finding.js";
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

it("of multiplied numbers is above the change of their sizes, not of their mix", () => {
  const sizes = [
    { quantile: 0.5, before: 40, after: 60 },
    { quantile: 0.9, before: 100, after: 160 },
  ];
  const figures = { rule: "distribution", effectPct: 5, sizes } as unknown as Finding["figures"];
  const multiplied = {
    detector: "event_property_distribution",
    changePct: 5,
    observed: 6,
    found: { figures },
  } as const;
  expect(silentThreshold(multiplied)).toBe(55);
});
