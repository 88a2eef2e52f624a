import { describe, expect, test } from "vitest";
import { weekdayOf } from "../../../common/days.js";
import { countInput, history, lastDay, steady, twelve } from "../../testing/count-history.js";
import { daysUntil } from "../../testing/series-reader.js";
import { evaluateRun } from "../../evaluate/evaluate-run.js";
import { expectationAt, projectCounts } from "../../expectation/counts/project-counts.js";
import { calendarHabit } from "../../expectation/counts/habits/calendar-habit.js";
import { profileTotalRow } from "../profiles/profile-total-row.js";
import { checkStop } from "../stopped/stopped-rule.js";
import { checkProject } from "../../expectation/counts/check-project.js";

/** The examples in this folder's README, with the digits printed there. */
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

describe("Checkout, 100 events on workdays and 50 on weekends, then 80, 40 and 40", () => {
  const days = daysUntil(lastDay, 63);
  const badDays = [80, 40, 40];
  const counts = days.map((day, i) => badDays[i - 60] ?? (weekdayOf(day) < 5 ? 100 : 50));
  const input = countInput(history({ Checkout: counts }));
  const checked = checkProject(input.counts!, lastDay, { threshold: 0.3, checkBackDays: 7 });
  const tuesday = 61;

  test("is expected to have 99 on Tuesday", () => {
    const [event] = checked.project.events;
    expect(event!.weekdayIndex.map((w) => round(w, 3))).toEqual([
      ...Array<number>(5).fill(0.175),
      -0.437,
      -0.437,
    ]);
    expect(round(event!.level[tuesday]!, 3)).toBe(4.428);
    expect(round(expectationAt(checked.project, event!, tuesday), 1)).toBe(99.3);
    expect(round(event!.sigma, 3)).toBe(0.03);
  });

  test("is an alert, decided by the last two days and reported since Monday", () => {
    const verdict = checked.verdicts[0]!;
    if (verdict.kind !== "checked") throw new Error("not checked");
    const { named, reported } = verdict;
    expect(verdict.severity).toBe("alert");
    expect([named.streak.days, named.observed, round(named.expected, 1)]).toEqual([[61, 62], 80, 198.6]);
    expect([round(named.effect, 2), round(named.spread ** 2, 5), round(named.z, 1)]).toEqual([
      -0.6, 0.00822, 10,
    ]);
    expect([reported.observed, round(reported.expectedByDay[0]!, 1)]).toEqual([160, 99.4]);
    expect(evaluateRun(input).detectors[0]!.rows[0]!.row.reason).toContain(
      "160 events in the last 3 days, 46% below the expected 298.",
    );
  });
});

test("an event without events on weekends is expected to have none on the next one", () => {
  const counts = daysUntil(lastDay, 63).map((day) => (weekdayOf(day) < 5 ? 100 : 0));
  const project = projectCounts(history({ Checkout: counts }), lastDay, 7);
  const [event] = project.events;
  const [monday, , , , , saturday] = event!.weekdayIndex;
  expect(round(saturday! - monday!, 3)).toBe(-5.203);
  const expected = project.days.slice(-7).map((_, i) => expectationAt(project, event!, 56 + i));
  expect(expected.map((count) => round(count, 2)).filter((count) => count < 1)).toEqual([0.05, 0.05]);
  expect(expected.filter((count) => count > 99 && count < 100)).toHaveLength(5);
  expect(round(event!.sigma, 3)).toBe(0.007);
});

test("an event that has more on the first of a month is normal then, unless it is much more", () => {
  const special: Record<string, number> = { "06": 220, "07": 250, "08": 100, "09": 240 };
  const verdict = (count: number) => {
    const counts = daysUntil("2026-10-01", 144).map((day) =>
      day === "2026-10-01" ? count : day.endsWith("-01") ? special[day.slice(5, 7)]! : 100,
    );
    const settings = { threshold: 0.3, checkBackDays: 7 };
    const { project, verdicts } = checkProject(
      history({ Checkout: counts }, "2026-10-01"),
      "2026-10-01",
      settings,
    );
    const [event] = project.events;
    const habit = calendarHabit(project, event!, 62, 1)!;
    const checked = verdicts[0]!;
    if (checked.kind !== "checked") throw new Error(checked.kind);
    const { observed, expected } = checked.excused ?? checked.named;
    const ratio = Math.log((observed + 0.5) / (expected + 0.5));
    return { ...checked, ratio, error: habit.error };
  };
  const usual = verdict(260);
  expect([round(usual.ratio, 3), round(usual.error, 3)]).toEqual([0.952, 0.786]);
  expect(usual).toMatchObject({ severity: "normal", excused: { observed: 260 } });
  const large = verdict(1000);
  expect(round(large.ratio, 3)).toBe(2.298);
  expect(large).toMatchObject({ severity: "alert", excused: null });
});

test("an event is expected to follow a project that falls from 100 to 90", () => {
  const counts = history({ ...twelve(steady(100, [90])), Checkout: steady(100) });
  const project = projectCounts(counts, lastDay, 7);
  const checkout = project.events.find(({ name }) => name === "Checkout")!;
  expect(round(project.factor[62]!, 3)).toBe(-0.105);
  expect(round(expectationAt(project, checkout, 62), 1)).toBe(90);
});

test.each([
  [2, { kind: "gap", expected: 10, chance: 0.0007 }],
  [3, { kind: "stopped", expected: 15, chance: 0.00002 }],
])("an event that comes 8 and 2 times in turn and is silent for %i days", (silent, verdictOf) => {
  const counts = Array.from({ length: 63 }, (_, i) => (i >= 63 - silent ? 0 : i % 2 === 0 ? 8 : 2));
  const project = projectCounts(history({ Refund: counts }), lastDay, 7);
  const verdict = checkStop(project, project.events[0]!);
  if (verdict.kind !== "gap" && verdict.kind !== "stopped") throw new Error(verdict.kind);
  const { expected, logChance } = verdict.silence;
  expect({
    kind: verdict.kind,
    expected: round(expected, 1),
    chance: Number(Math.exp(logChance).toPrecision(1)),
  }).toEqual(verdictOf);
});

test("10,000 profiles that become 6,000", () => {
  const totals = daysUntil(lastDay, 21).map((day) => ({ day, total: day === lastDay ? 6_000 : 10_000 }));
  const { row } = profileTotalRow(totals, "user_profile_count_change", lastDay, 7, 0.3);
  expect(row).toMatchObject({ severity: "alert", expected: 10_000, change_pct: -40 });
  expect(round(row.z!, 1)).toBe(38.6);
});
