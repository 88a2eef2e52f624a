import { describe, expect, test } from "vitest";
import type { DayOfHours } from "../../aggregates/model.js";
import { addDays } from "../../common/days.js";
import { judgeHours } from "./judge-hours.js";

const wednesday = "2026-10-14";
const daytime = (rows: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 20 ? rows : 0));
const historyOf = (counts: readonly number[], days = 28, today = wednesday): DayOfHours[] =>
  Array.from({ length: days }, (_, i) => ({ day: addDays(today, i - days), counts }));

const judge = (today: readonly number[], history = historyOf(daytime(10))) =>
  judgeHours({
    history: new Map([["Checkout", history]]),
    today: new Map([["Checkout", { day: wednesday, counts: today }]]),
  });

describe("silent hours", () => {
  test("are found after one busy hour, with the hour in which they began", () => {
    expect(judge(daytime(10).slice(0, 12))).toEqual([]);
    expect(judge([...daytime(10).slice(0, 11), 0])).toMatchObject([
      { kind: "silence", event: "Checkout", day: wednesday, fromHour: 11, hours: 1, observed: 0 },
    ]);
  });

  test("at night are normal", () => {
    expect(judge(daytime(10).slice(0, 8))).toEqual([]);
    expect(judge(daytime(10))).toEqual([]);
  });

  test("that began yesterday evening are told since then, once there is enough missing", () => {
    const history = historyOf(daytime(10));
    history[27] = { day: "2026-10-13", counts: daytime(10).map((rows, hour) => (hour < 19 ? rows : 0)) };
    expect(judge(Array<number>(9).fill(0), history)).toMatchObject([
      { day: "2026-10-13", fromHour: 19, hours: 14 },
    ]);
  });

  test("of a young event aren't checked", () => {
    expect(judge(Array<number>(20).fill(0), historyOf(daytime(10), 20))).toEqual([]);
    expect(judge(Array<number>(20).fill(0), historyOf(daytime(10), 21))).toHaveLength(1);
  });
});
