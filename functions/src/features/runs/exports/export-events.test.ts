import { describe, expect, it } from "vitest";
import { exportDates } from "./export-events.js";

const days = { from: "2026-11-10", to: "2026-11-20" };

describe("exportDates", () => {
  it("asks for the days themselves if exports use project days", () => {
    const clock = { exportTimeBasis: "projectTime", timeZone: "Asia/Tokyo" } as const;
    expect(exportDates(days, clock, new Date("2026-11-21T12:00:00Z"))).toEqual(days);
  });
  it("asks for the UTC days that overlap the project days if exports use UTC days", () => {
    const clock = { exportTimeBasis: "utc", timeZone: "America/New_York" } as const;
    const now = new Date("2026-11-25T12:00:00Z");
    expect(exportDates(days, clock, now)).toEqual({ from: "2026-11-10", to: "2026-11-21" });
    const tokyo = { exportTimeBasis: "utc", timeZone: "Asia/Tokyo" } as const;
    expect(exportDates(days, tokyo, now)).toEqual({ from: "2026-11-09", to: "2026-11-20" });
    expect(exportDates(days, { ...clock, timeZone: "UTC" }, now)).toEqual(days);
  });
  it("never asks for a day after today", () => {
    const clock = { exportTimeBasis: "utc", timeZone: "America/New_York" } as const;
    expect(exportDates(days, clock, new Date("2026-11-20T15:30:00Z"))).toEqual({
      from: "2026-11-10",
      to: "2026-11-20",
    });
  });
});
