import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DayOfHours } from "../../aggregates/model.js";
import { addDays, dayRange } from "../../common/days.js";
import { clockOf, hoursOf } from "../../common/hours.js";
import { onsetIn } from "./onset.js";

const timeZone = "America/New_York";
/** Rows of an hour by the clock: few at night, most in the afternoon. */
const usual = (clock: number) => (clock < 7 ? 2 : 30 - Math.abs(15 - clock));

/** 28 days and the day in question, on which rows are multiplied by `factor` from a place on. */
function daysUntil(day: string, factor: (place: number) => number, size = 1): DayOfHours[] {
  return dayRange(addDays(day, -28), day).map((one) => {
    const clock = hoursOf(one, timeZone).map((start) => clockOf(start, timeZone));
    // Some days are a little busier than others.
    const level = 1 + 0.1 * Math.sin(Number(one.slice(8)) * 5);
    const counts = clock.map((hour, place) =>
      Math.round(size * level * usual(hour) * (one === day ? factor(place) : 1)),
    );
    return { day: one, counts, ...(clock.length !== 24 && { clock }) };
  });
}
const from = (start: number, factor: number) => (place: number) => (place >= start ? factor : 1);

describe("onsetIn", () => {
  it.each([
    ["a stop at 14:00", "2026-11-18", from(14, 0), -1, "14:00"],
    ["half as many from 9:00", "2026-11-18", from(9, 0.5), -1, "09:00"],
    ["twice as many from 20:00", "2026-11-18", from(20, 2), 1, "20:00"],
    ["a stop at 14:00 on a day of 23 hours", "2026-03-08", from(13, 0), -1, "14:00"],
    ["a stop at 14:00 on a day of 25 hours", "2026-11-01", from(15, 0), -1, "14:00"],
  ] as const)("finds %s", (_, day, factor, direction, hour) => {
    expect(onsetIn(daysUntil(day, factor, 10), direction)).toEqual({ day, hour });
  });

  it.each([
    ["the whole day is off", from(0, 0.5), 10, -1],
    ["nothing changed", from(0, 1), 10, -1],
    ["it changed the other way", from(14, 2), 10, -1],
    ["a few rows can't tell", from(14, 0.5), 0.05, -1],
    ["it stopped at night, when hardly a row comes", from(2, 0), 0.2, -1],
  ] as const)("says nothing if %s", (_, factor, size, direction) => {
    expect(onsetIn(daysUntil("2026-11-18", factor, size), direction)).toBeNull();
  });

  it("needs three weeks of hours", () => {
    const days = daysUntil("2026-11-18", from(14, 0), 10);
    expect(onsetIn(days.slice(-20), -1)).toBeNull();
    expect(onsetIn([], -1)).toBeNull();
  });

  it("is at most an hour off wherever an outage begins, on any kind of day", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("2026-11-18", "2026-11-01", "2026-03-08"),
        fc.integer({ min: 9, max: 20 }),
        (day, start) => {
          const days = daysUntil(day, from(start, 0), 2);
          const clocks = hoursOf(day, timeZone).map((at) => clockOf(at, timeZone));
          const found = onsetIn(days, -1)!;
          expect(Math.abs(Number(found.hour.slice(0, 2)) - clocks[start]!)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
