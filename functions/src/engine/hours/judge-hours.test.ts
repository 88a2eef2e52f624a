import { describe, expect, test } from "vitest";
import type { DayOfHours } from "../../aggregates/model.js";
import { addDays } from "../../common/days.js";
import { judgeHours } from "./judge-hours.js";
import { learnLateness, type Lateness } from "./lateness.js";

const wednesday = "2026-10-14";
const daytime = (rows: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 20 ? rows : 0));
const historyOf = (counts: readonly number[], days = 28): DayOfHours[] =>
  Array.from({ length: days }, (_, i) => ({ day: addDays(wednesday, i - days), counts }));
/** A week of runs that saw no late rows. */
const punctual: Lateness = { days: 7, events: new Map() };

type Event = { history?: readonly DayOfHours[]; today: readonly number[] };
const judgeAll = (events: Readonly<Record<string, Event>>, lateness: Lateness | null, clock?: number[]) =>
  judgeHours({
    history: new Map(
      Object.entries(events).map(([name, { history }]) => [name, history ?? historyOf(daytime(10))]),
    ),
    today: new Map(
      Object.entries(events).map(([name, { today }]) => [
        name,
        { day: wednesday, counts: today, ...(clock && { clock }) },
      ]),
    ),
    lateness,
    threshold: 0.3,
  });
const judge = (
  today: readonly number[],
  history?: readonly DayOfHours[],
  lateness: Lateness | null = punctual,
) => judgeAll({ Checkout: { today, ...(history && { history }) } }, lateness);

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

  test("that began yesterday evening are told since then", () => {
    const history = historyOf(daytime(10));
    const evening = daytime(10).map((rows, hour) => (hour < 19 ? rows : 0));
    history[27] = { day: "2026-10-13", counts: evening };
    expect(judge(Array<number>(9).fill(0), history)).toMatchObject([
      { day: "2026-10-13", fromHour: 19, hours: 14 },
    ]);
  });

  test("of a young event aren't checked", () => {
    expect(judge(Array<number>(20).fill(0), historyOf(daytime(10), 20))).toEqual([]);
    expect(judge(Array<number>(20).fill(0), historyOf(daytime(10), 21))).toHaveLength(1);
  });

  test("need more missing rows if rows come in clumps", () => {
    const clumps = (day: number) => daytime(10).map((rows, hour) => ((hour + day) % 2 === 0 ? 2 * rows : 0));
    const history = historyOf([]).map((day, i) => ({ ...day, counts: clumps(i) }));
    const silentFrom13 = [...clumps(28).slice(0, 13), 0, 0, 0];
    expect(judge(silentFrom13)).toHaveLength(1);
    expect(judge(silentFrom13, history)).toEqual([]);
  });

  test("of many events at once are one finding of the whole project", () => {
    const stopped = [...daytime(10).slice(0, 11), 0, 0];
    const flowing = daytime(10).slice(0, 13);
    const findings = judgeAll(
      { A: { today: stopped }, B: { today: stopped }, C: { today: stopped }, D: { today: flowing } },
      punctual,
    );
    expect(findings).toMatchObject([
      { kind: "silence", event: null, fromHour: 11, hours: 2, observed: 20, expected: expect.closeTo(80) },
    ]);
  });

  test("of many events count what still arrives, from when all of them are silent", () => {
    const flowing = daytime(10).slice(0, 20);
    const silentFrom = (hour: number) => ({ today: flowing.map((rows, i) => (i < hour ? rows : 0)) });
    const stopped = { A: silentFrom(12), B: silentFrom(14), C: silentFrom(16) };
    const others = (rows: number) => ({
      today: flowing.map((one) => rows * one),
      history: historyOf(daytime(10 * rows)),
    });
    expect(judgeAll({ ...stopped, D: others(1) }, punctual)).toMatchObject([
      { event: null, fromHour: 16, hours: 4, observed: 40, expected: expect.closeTo(160) },
    ]);
    // Of little of the traffic, they are no finding of the whole.
    const small = judgeAll({ ...stopped, D: others(20) }, punctual);
    expect(small.map(({ event }) => event)).toEqual(["A", "B", "C"]);
  });
});

describe("changed hours", () => {
  test.each([
    ["drop", 2, "the last 3", 3],
    ["spike", 40, "the last 3", 3],
  ])("are a %s to %i an hour, told of %s", (kind, rows, _what, hours) => {
    const today = [...daytime(10).slice(0, 12), ...Array<number>(hours).fill(rows)];
    expect(judge(today)).toMatchObject([
      { kind, event: "Checkout", fromHour: 12, hours, observed: hours * rows },
    ]);
  });

  test("aren't judged before a week of lateness is known", () => {
    const today = [...daytime(10).slice(0, 12), 2, 2, 2];
    expect(judge(today, undefined, { ...punctual, days: 6 })).toEqual([]);
    expect(judge(today, undefined, null)).toEqual([]);
  });

  test("that the whole project shares are one finding of the project", () => {
    const today = [...daytime(20).slice(0, 12), 8, 8, 8];
    const history = historyOf(daytime(20));
    const events = Object.fromEntries("ABCDEFGHIJKL".split("").map((name) => [name, { today, history }]));
    expect(judgeAll(events, punctual)).toMatchObject([{ kind: "drop", event: null, fromHour: 12, hours: 3 }]);
  });

  test("of one event are told beside a change of the whole project that is usual", () => {
    const lateHours = (rows: number, factor: number) =>
      daytime(rows).map((one, hour) => (hour >= 12 && hour < 20 ? one * factor : one));
    const history = historyOf([]).map((day, i) => ({
      ...day,
      counts: lateHours(100, [0.6, 1, 1.4][i % 3]!),
    }));
    const dropped = lateHours(100, 0.6).slice(0, 20);
    const events = Object.fromEntries(
      "ABCDEFGHIJK".split("").map((name) => [name, { today: dropped, history }]),
    );
    const checkout = { today: dropped.map((rows, hour) => (hour < 12 ? rows : 2)), history };
    expect(judgeAll(events, punctual)).toEqual([]);
    expect(judgeAll({ ...events, Checkout: checkout }, punctual)).toMatchObject([
      { kind: "drop", event: "Checkout" },
    ]);
  });

  test("late on a day of 25 hours are compared with the same hours of the clock", () => {
    const clock = [0, 1, ...Array.from({ length: 23 }, (_, i) => i + 1)];
    const history = historyOf(Array<number>(24).fill(20));
    const today = clock.map((_, i) => (i < 22 ? 20 : 4));
    const alone = { Checkout: { today, history } };
    expect(judgeAll(alone, punctual, clock)).toMatchObject([
      { kind: "drop", event: "Checkout", fromHour: 21, hours: 3 },
    ]);
    const all = Object.fromEntries("ABCDEFGHIJKL".split("").map((name) => [name, { today, history }]));
    expect(judgeAll(all, punctual, clock)).toMatchObject([
      { kind: "drop", event: null, fromHour: 21, hours: 3 },
    ]);
  });

  test("are normal if the event often has such hours", () => {
    const campaign = (hour: number) => daytime(30).map((rows, i) => (i === hour ? 5 * rows : rows));
    const history = historyOf([]).map((day, i) => ({
      ...day,
      counts: i % 6 === 0 ? campaign(9 + (i % 5)) : daytime(30),
    }));
    const today = campaign(14).slice(0, 15);
    expect(judge(today, historyOf(daytime(30)))).toMatchObject([{ kind: "spike", fromHour: 14, hours: 1 }]);
    expect(judge(today, history)).toEqual([]);
  });
});

test("the example in the README: 10 rows an hour that stop, and that fall to 2", () => {
  const [silence] = judge([...daytime(10).slice(0, 11), 0]);
  if (silence?.kind !== "silence") throw new Error("not silent");
  expect([silence.expected, silence.logChance].map((value) => Number(value.toFixed(3)))).toEqual([10, -10]);
  const [drop] = judge([...daytime(10).slice(0, 12), 2, 2, 2]);
  if (drop?.kind !== "drop") throw new Error("no drop");
  expect([drop.expected, drop.spread ** 2, drop.z].map((value) => Number(value.toPrecision(3)))).toEqual([
    30, 0.0348, 8.29,
  ]);
});

describe("lateness", () => {
  /** What the runs of a day see if `part` of an hour's rows come only when it is 3 hours older than the newest. */
  const seenOf = (part: number) =>
    Array.from({ length: 22 }, (_, run) => {
      const counts = daytime(10)
        .slice(0, run + 1)
        .map((rows, hour) => (run - hour < 3 ? rows * (1 - part) : rows));
      return new Map([["Checkout", { day: wednesday, counts }]]);
    });
  const learned = (part: number, days = 7) => {
    const final = new Map([["Checkout", { day: wednesday, counts: daytime(10) }]]);
    let lateness: Lateness | null = null;
    for (let day = 0; day < days; day++) lateness = learnLateness(lateness, seenOf(part), final);
    return lateness!;
  };

  test("is the share of rows that came later, by age of the hour", () => {
    const { days, events } = learned(0.4);
    const { rows, late } = events.get("Checkout")!;
    expect(days).toBe(7);
    expect([0, 2, 3].map((age) => Number((late[age]! / rows[age]!).toFixed(6)))).toEqual([0.4, 0.4, 0]);
  });

  test("of punctual events needs no storage", () => {
    expect(learned(0).events.size).toBe(0);
  });

  test("is expected, so that hours whose rows are still to come aren't a drop", () => {
    const today = daytime(30)
      .slice(0, 15)
      .map((rows, hour) => (hour >= 12 ? rows * 0.3 : rows));
    expect(judge(today, historyOf(daytime(30)))).toMatchObject([{ kind: "drop", fromHour: 12, hours: 3 }]);
    expect(judge(today, historyOf(daytime(30)), learned(0.7))).toEqual([]);
  });

  test("of whole hours, as in uploads every few hours, isn't a silence", () => {
    const today = [...daytime(10).slice(0, 12), 0, 0, 0];
    expect(judge(today)).toHaveLength(1);
    expect(judge(today, undefined, learned(1))).toEqual([]);
    expect(judge([...daytime(10).slice(0, 12), 0, 0, 0, 0], undefined, learned(1))).toHaveLength(1);
  });

  test("isn't known on the first day, when all rows of today may still be to come", () => {
    expect(judge(Array<number>(15).fill(0), undefined, null)).toEqual([]);
    expect(judge([...daytime(10).slice(0, 12), 0, 0, 0], undefined, null)).toHaveLength(1);
  });
});

describe("days on which clocks change", () => {
  const forward = Array.from({ length: 23 }, (_, i) => (i < 2 ? i : i + 1));
  const back = Array.from({ length: 25 }, (_, i) => (i < 2 ? i : i - 1));

  test.each([
    ["23", forward],
    ["25", back],
  ])("of %s hours are told by the clock", (_hours, clock) => {
    const flowing = clock.map((hour) => daytime(10)[hour]!);
    const tested = clock.indexOf(14) + 1;
    const silent = flowing.slice(0, tested).map((rows, i) => (clock[i]! >= 13 ? 0 : rows));
    const judged = (today: readonly number[]) =>
      judgeAll({ Checkout: { today } }, punctual, clock.slice(0, today.length));
    expect(judged(flowing.slice(0, tested))).toEqual([]);
    expect(judged(flowing)).toEqual([]);
    expect(judged(silent)).toMatchObject([{ kind: "silence", fromHour: 13, hours: 2 }]);
  });

  test("in the baseline don't change what is expected", () => {
    const history = historyOf(daytime(10));
    const counts = forward.map((hour) => daytime(10)[hour]!);
    history[20] = { ...history[20]!, counts, clock: forward };
    expect(judge(daytime(10).slice(0, 22), history)).toEqual([]);
    const [found] = judge([...daytime(10).slice(0, 11), 0], history);
    const [usual] = judge([...daytime(10).slice(0, 11), 0]);
    expect(found!.expected).toBeCloseTo(usual!.expected, 9);
  });
});
