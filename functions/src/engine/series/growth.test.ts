import { expect, test } from "vitest";
import { addDays } from "../../common/days.js";
import { checkProject } from "../expectation/counts/check-project.js";
import { history, lastDay } from "../testing/count-history.js";
import { growthBefore } from "./growth.js";

const days = (rate: (day: number) => number, length = 63): number[] =>
  Array.from({ length }, (_, day) => Math.round(rate(day)));
const logs = (rate: (day: number) => number): number[] => days(rate, 28).map((rows) => Math.log(rows));

test("steady growth is found, less what its uncertainty takes away", () => {
  // By hand: steps of 7 · ln 1.03 = 0.20691; the days of a week are 3, 2, 1, 0, 1, 2, 3 · ln 1.03 from its median, in the
  // mean 0.05068; e = 0.05068/2 = 0.02534. 0.20691 · (1 − (0.02534/0.20691)²)/7 = 0.02912.
  const exact = Array.from({ length: 28 }, (_, day) => day * Math.log(1.03));
  expect(growthBefore(exact, 0, 28)).toBeCloseTo(0.02912, 5);
});

test.each([
  ["a constant series", logs(() => 1_000)],
  ["a new level in the second week", logs((day) => (day < 10 ? 1_000 : 2_000))],
  ["a new level in the third week", logs((day) => (day < 18 ? 1_000 : 500))],
  ["a peak of two days", logs((day) => (day === 25 || day === 26 ? 9_000 : 1_000))],
  ["weekends at half", logs((day) => (day % 7 < 5 ? 1_000 : 500))],
])("%s has no growth", (_what, values) => {
  expect(growthBefore(values, 0, 28)).toBe(0);
});

test("less than four weeks are too short to tell", () => {
  expect(
    growthBefore(
      logs((day) => 100 * 1.05 ** day),
      1,
      28,
    ),
  ).toBe(0);
});

const verdictOf = (counts: readonly number[]) => {
  const settings = { threshold: 0.3, checkBackDays: 7 };
  const verdict = checkProject(history({ Order: counts }), lastDay, settings).verdicts[0]!;
  if (verdict.kind !== "checked") throw new Error(verdict.kind);
  return verdict;
};

test.each([
  ["+3% a day", (day: number) => 200 * 1.03 ** day],
  ["−3% a day", (day: number) => 2_000 * 0.97 ** day],
  ["100 to 700 in a straight line", (day: number) => 100 + (600 * day) / 62],
])("%s: −60% over three days is an alert, and going on as before is normal", (_what, rate) => {
  expect(verdictOf(days(rate)).severity).toBe("normal");
  const { severity, reported, event } = verdictOf(days((day) => rate(day) * (day < 60 ? 1 : 0.4)));
  expect(severity).toBe("alert");
  expect(reported.effect).toBeCloseTo(-0.6, 1);
  expect(addDays(lastDay, reported.streak.days[0]! - event.counts.length + 1)).toBe(addDays(lastDay, -2));
});

test("a level that doubled four weeks ago is not expected to go on rising", () => {
  const { named } = verdictOf(days((day) => (day < 38 ? 500 : 1_000)));
  expect(named.expected / named.streak.days.length).toBeCloseTo(1_000, -1);
});
