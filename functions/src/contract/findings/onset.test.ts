import { expect, it } from "vitest";
import { dayBegan, onsetOf } from "./finding.js";
import { findingOf } from "./rows.testing.js";

it("an hour is known only of the day on which a finding began", () => {
  const onset = { day: "2026-10-16", hour: "14:00" };
  const row = { detector: "event_count_change", entity: "Checkout", severity: "alert", reason: "" } as const;
  const finding = { ...findingOf({ ...row, first_bad_day: onset.day }), onset };
  expect(onsetOf(finding)).toEqual(onset);
  expect(onsetOf({ ...finding, began: "2026-10-12" })).toBeNull();
  expect(dayBegan({ ...finding, since: "2026-10-17" })).toBe("2026-10-16");
  expect(dayBegan({ ...finding, onset: null })).toBe("2026-10-16");
  expect(dayBegan({ ...finding, began: "2026-10-12" })).toBe("2026-10-12");
});
