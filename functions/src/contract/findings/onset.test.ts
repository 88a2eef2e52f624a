import { expect, it } from "vitest";
import { dayBegan, type FiguresOf, type Finding, onsetOf } from "./finding.js";
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

it("the hour of a finding of hours is none of an older problem", () => {
  const row = { detector: "event_stopped", entity: "Checkout", severity: "alert", reason: "" } as const;
  const figures = { rule: "hours", fromHour: "14:00" } as FiguresOf<"hours">;
  const finding: Finding = { ...findingOf({ ...row, first_bad_day: "2026-10-16" }), figures };
  expect(onsetOf(finding)).toEqual({ day: "2026-10-16", hour: "14:00" });
  const older = { ...finding, began: "2026-10-12" };
  expect([onsetOf(older), dayBegan(older)]).toEqual([null, "2026-10-12"]);
});
