import { expect, test } from "vitest";
import { DailyRows } from "./daily-rows.js";
import { isMoved } from "./moved-rows.js";
import type { SegmentStreak } from "./check-segment-counts.js";

/** The example in the README of segments: 28 baseline days and 7 tested ones, of which the last 3 are bad. */
const countDays = { weekdays: Array.from({ length: 35 }, (_, day) => day % 7), windowStart: 28 };
const rows = (usual: number, now = usual) =>
  new DailyRows(
    Array.from({ length: 35 }, (_, day) => (day < 32 ? usual : now)),
    countDays,
  );
const streak = { first: 32, length: 3, observed: 0, expected: 75 } as SegmentStreak;
const android = (now: number) => ({ rows: rows(25, now), rest: rows(0) });

test.each([
  ["25 a day come with a new value instead", [android(25), { rows: rows(0, 25), rest: rows(25) }], true],
  ["a new value has a third of them", [android(25), { rows: rows(0, 8), rest: rows(25) }], false],
  ["the only other value has them", [android(50)], true],
  ["the only other value is as usual", [android(25)], false],
  [
    "both other values have half more than usual",
    [
      { rows: rows(100, 150), rest: rows(100, 150) },
      { rows: rows(100, 150), rest: rows(100, 150) },
    ],
    false,
  ],
])("25 events a day are missing on iOS, and %s: moved is %j", (_, others, expected) => {
  expect(isMoved(streak, others)).toBe(expected);
});
