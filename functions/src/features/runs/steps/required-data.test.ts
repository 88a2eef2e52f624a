import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../../contract/detectors.js";
import { addDays } from "../../../common/days.js";
import { countDays, rangesToExport, type DaySpan } from "../exports/export-ranges.js";
import { isHistoryShort, lastCompleteDay, requiredData } from "./required-data.js";

const lastDay = "2026-11-20";
const select = (key: DetectorKey, checkBackDays: 7 | 14 | 30 = 7) => ({
  key,
  settings: { checkBackDays, thresholdPercent: 30 },
});
const daysOf = ({ from, to }: DaySpan) => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

describe("requiredData", () => {
  it("asks for no more days than the project's Mixpanel plan gives access to", () => {
    const plan = { lastDay, queryApi: true, historyDays: 60 };
    // 60 days ago is the first day that may be requested; exports in UTC begin a day early.
    expect(requiredData([select("event_count_change", 30)], plan).countDays).toEqual({
      from: addDays(lastDay, -58),
      to: lastDay,
    });
    expect(requiredData([select("event_property_null_rate", 7)], plan).aggregateDays).toEqual({
      from: addDays(lastDay, -34),
      to: lastDay,
    });
    expect(isHistoryShort([select("event_count_change", 30)], 60)).toBe(true);
    expect(isHistoryShort([select("event_property_null_rate", 7)], 60)).toBe(false);
    expect(isHistoryShort([select("event_count_change", 30)], null)).toBe(false);
  });

  it("asks only for counts when only counts are judged, and for those of four more months", () => {
    expect(requiredData([select("event_count_change", 30)], { lastDay, queryApi: true })).toEqual({
      lastDay,
      aggregateDays: null,
      counts: "query",
      // 30 tested days, up to 123 back to the same day four months ago, and 14 around that.
      countDays: { from: addDays(lastDay, -166), to: lastDay },
      profiles: false,
    });
  });
  it("derives counts from an export of 56 + N days if the plan has no Query API", () => {
    const reading = requiredData([select("event_stopped", 14)], { lastDay, queryApi: false });
    expect(reading.counts).toBe("aggregates");
    expect(countDays(reading.aggregateDays!)).toBe(70);
  });
  it("exports 28 + N days for event properties and nothing for profiles", () => {
    const reading = requiredData(
      [select("event_property_null_rate", 14), select("user_property_stopped", 30)],
      {
        lastDay,
        queryApi: true,
      },
    );
    expect(countDays(reading.aggregateDays!)).toBe(42);
    expect(reading).toMatchObject({ counts: null, profiles: true });
  });
});

describe("rangesToExport", () => {
  const span = { from: addDays(lastDay, -34), to: lastDay };

  it("splits the first export into a few ranges of about equal length that contain each day once", () => {
    const ranges = rangesToExport(span, new Set());
    expect(ranges.map(countDays)).toEqual([12, 12, 11]);
    expect(ranges.flatMap(daysOf)).toEqual(daysOf(span));
  });
  it("reads only the last five days again when all are known", () => {
    expect(rangesToExport(span, new Set(daysOf(span)))).toEqual([
      { from: addDays(lastDay, -4), to: lastDay },
    ]);
  });
  it("never makes more ranges than allowed, whatever days are missing", () => {
    const everyOther = new Set(daysOf(span).filter((_day, index) => index % 2 === 0));
    const ranges = rangesToExport(span, everyOther);
    expect(ranges.length).toBeLessThanOrEqual(3);
    const read = new Set(ranges.flatMap(daysOf));
    expect(daysOf(span).filter((day) => !everyOther.has(day) && !read.has(day))).toEqual([]);
  });
});

describe("lastCompleteDay", () => {
  it.each([
    ["UTC", "2026-11-21T00:00:00Z", "2026-11-20"],
    ["America/Los_Angeles", "2026-11-21T07:59:00Z", "2026-11-19"],
    ["Asia/Tokyo", "2026-11-21T15:00:00Z", "2026-11-21"],
  ])("in %s at %s is %s", (zone, now, day) => {
    expect(lastCompleteDay(zone, new Date(now))).toBe(day);
  });
});
