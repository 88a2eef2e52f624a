import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exportAndProfile, exportDates } from "./export-events.js";

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

describe("exportAndProfile", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("frees the bytes that it has read, and what a day leaves behind", async () => {
    const freed: unknown[] = [];
    vi.stubGlobal("gc", (options: unknown) => freed.push(options));
    const blankLine = Buffer.from(`${" ".repeat(2 ** 20 - 1)}\n`);
    const profile = await exportAndProfile(
      {
        mixpanel: { exportEvents: () => Promise.resolve(Readable.from(Array(20).fill(blankLine))) },
        clock: { now: () => new Date("2026-11-21T12:00:00Z") },
      },
      { region: "us", projectId: "1", username: "", secret: "" },
      {
        days,
        clock: { exportTimeBasis: "utc", timeZone: "UTC" },
        hashKey: Buffer.from("key"),
        exclusions: { events: new Set(), eventProperties: new Map(), userProperties: new Set() },
      },
      new AbortController().signal,
    );
    expect(freed).toEqual([{ type: "minor" }, { type: "minor" }]);
    expect([...profile.day("2026-11-10").events]).toEqual([]);
    expect(freed.at(-1)).toEqual({ type: "major" });
  });
});
