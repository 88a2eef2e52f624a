import { expect, it } from "vitest";
import { addDays, dayTitle, daysCounted, isMonday, isWeekend, spanText, weekdayLetter } from "./calendar";

it("formats project days independently of the time zone", () => {
  expect(dayTitle("2026-11-18")).toBe("Wed, Nov 18, 2026");
  expect(weekdayLetter("2026-11-19")).toBe("T");
  expect([isMonday("2026-11-16"), isMonday("2026-11-17")]).toEqual([true, false]);
  expect(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it("counts across the end of a month and of a year", () => {
  expect(daysCounted("2026-11-13", "2026-11-19")).toBe(7);
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

it.each([
  [56, "8 weeks"],
  [28, "4 weeks"],
  [7, "7 days"],
  [17, "17 days"],
  [1, "1 day"],
])("says %d days as %s", (days, text) => expect(spanText(days)).toBe(text));
