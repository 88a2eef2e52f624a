import { describe, expect, it } from "vitest";
import { dayStart, projectDays } from "./project-days.js";

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe("a day begins", () => {
  it.each([
    ["in UTC", "2026-03-01", "UTC", "2026-03-01T00:00:00.000Z"],
    ["in winter", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["in summer, the night after", "2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["before the clocks go back", "2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["after they went back", "2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["a quarter of an hour beside the others", "2026-03-01", "Asia/Kathmandu", "2026-02-28T18:15:00.000Z"],
    ["at one where midnight does not exist", "2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["at the first of two midnights", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
    ["far in the east", "2026-03-01", "Pacific/Kiritimati", "2026-02-28T10:00:00.000Z"],
    ["far in the west", "2026-03-01", "Pacific/Niue", "2026-03-01T11:00:00.000Z"],
  ])("%s", (_name, day, zone, start) => {
    expect(instant(dayStart(day, zone))).toBe(start);
  });
});

describe("days of a project", () => {
  it("have 23, 24 or 25 hours if time is UTC", () => {
    const { starts } = projectDays({ from: "2026-10-24", to: "2026-10-26" }, "utc", "Europe/Berlin");
    expect([1, 2, 3].map((day) => (starts[day]! - starts[day - 1]!) / 3600)).toEqual([24, 25, 24]);
  });

  it("are UTC days if time is the project's local time", () => {
    const { days, starts } = projectDays(
      { from: "2026-10-25", to: "2026-10-25" },
      "projectTime",
      "Europe/Berlin",
    );
    expect(days).toEqual(["2026-10-25"]);
    expect([...starts].map(instant)).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-26T00:00:00.000Z"]);
  });

  it("must be at least one, in a time zone that exists", () => {
    expect(() => projectDays({ from: "2026-03-02", to: "2026-03-01" }, "utc", "UTC")).toThrow(RangeError);
    expect(() => projectDays({ from: "2026-03-01", to: "2026-03-01" }, "utc", "Mars/Olympus")).toThrow(
      RangeError,
    );
  });
});
