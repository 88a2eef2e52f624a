import { expect, test } from "vitest";
import { dayRange } from "../../common/days.js";
import type { FiguresOf } from "../../contract/findings/finding.js";
import type { CountSeries } from "../../contract/results.js";
import { sentenceOf } from "../detectors/words.js";
import type { FinishedRow } from "../model.js";
import { hourRows } from "./hour-rows.js";
import type { HoursFinding } from "./hours-finding.js";

const day = "2026-10-14";
const rows = { event: "Checkout", day, fromHour: 14, hours: 4 };
const silence: HoursFinding = { ...rows, kind: "silence", observed: 0, expected: 310, logChance: -300 };
const drop: HoursFinding = { ...rows, kind: "drop", observed: 31, expected: 310, z: 9, spread: 0.25 };
const spike: HoursFinding = { ...rows, kind: "spike", observed: 930, expected: 310, z: 7, spread: 0.15 };
const today = new Map([["Checkout", { day, counts: [70, 80] }]]);
const history = new Map([["Checkout", [{ day: "2026-10-13", counts: [75, 90] }]]]);
const arriving = new Map([["Checkout", { day, counts: [12, 3] }]]);
const rowOf = (found: HoursFinding) =>
  hourRows([found], { detector: "event_stopped", day, untilHour: "18:00", today, arriving, history })[0]!;

test.each([
  ["a silence", silence, "event_stopped", "No events since 14:00; 310 expected in 4 hours."],
  ["a drop", drop, "event_count_change", "31 events since 14:00, 90% below the expected 310."],
  ["a spike", spike, "event_count_change", "930 events since 14:00, 200% above the expected 310."],
])("%s is a finding of its check", (_what, found, detector, text) => {
  const { row, finding } = rowOf(found);
  expect(row).toMatchObject({ detector, severity: "alert", entity: "Checkout" });
  expect(sentenceOf(finding!)).toContain(text);
});

test("without an event, it is of the whole project", () => {
  expect(rowOf({ ...drop, event: null }).row.subject).toEqual({ kind: "project" });
});

test("many silent events are a finding of the check that silence belongs to, whatever still arrives", () => {
  const { row } = rowOf({ ...silence, event: null, observed: 40 });
  expect(row).toMatchObject({ detector: "event_stopped", subject: { kind: "project" }, observed: 40 });
});

test("a finding has the hours of its day and of the day before, for its chart", () => {
  const hours = { ofDay: { observed: [70, 80] }, ofDayBefore: { observed: [75, 90] }, arriving: [12, 3] };
  expect(rowOf(silence).finding!.figures).toMatchObject(hours);
  expect(rowOf({ ...drop, event: null }).finding!.figures).toMatchObject(hours);
});

test("each hour has what is expected of it, also those that aren't tested yet, and its normal range", () => {
  const usual = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 3 : 60));
  const steady = new Map([
    ["Checkout", dayRange("2026-09-10", "2026-10-13").map((one) => ({ day: one, counts: usual }))],
  ]);
  const tested = {
    detector: "event_stopped",
    day,
    untilHour: "02:00",
    today,
    arriving,
    history: steady,
  } as const;
  for (const event of ["Checkout", null]) {
    const [{ finding }] = hourRows([{ ...silence, event }], tested) as [FinishedRow];
    const { ofDay, ofDayBefore } = finding!.figures as FiguresOf<"hours">;
    expect(ofDay.observed).toEqual([70, 80]);
    for (const { expected, low, high } of [ofDay, ofDayBefore]) {
      expect(expected).toHaveLength(24);
      expect(expected[3]).toBeCloseTo(3, 0);
      expect(expected[12]).toBeGreaterThan(57);
      expect(expected[12]).toBeLessThan(61);
      // Two standard deviations of 60 events that vary as chance does, and by at least 5%.
      expect(high[12]! - expected[12]!).toBeCloseTo(2 * Math.sqrt(60 + 9), 0);
      expect(expected[12]! - low[12]!).toBeCloseTo(2 * Math.sqrt(60 + 9), 0);
      expect(low[3]).toBe(0);
    }
  }
});

test("a finding has its days for the chart of days, the last one up to the last tested hour", () => {
  const usual = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 3 : 60));
  const unknown = "2026-10-01";
  const steady = new Map([
    [
      "Checkout",
      dayRange("2026-09-16", "2026-10-13")
        .filter((one) => one !== unknown)
        .map((one) => ({ day: one, counts: usual })),
    ],
  ]);
  const now = new Map([["Checkout", { day, counts: [...usual.slice(0, 14), 0, 0, 0, 0] }]]);
  for (const event of ["Checkout", null]) {
    const [{ series }] = hourRows([{ ...silence, event }], {
      ...{ detector: "event_stopped", day, untilHour: "18:00", today: now, arriving, history: steady },
    }) as [FinishedRow];
    const { days, tested } = series as CountSeries;
    expect(tested).toEqual({ from: day, to: day });
    expect(days.map((one) => one.day)).not.toContain(unknown);
    expect(days).toHaveLength(28);
    expect(days.filter(({ isFlagged }) => isFlagged)).toEqual([days.at(-1)]);
    expect(days.at(-2)).toMatchObject({ day: "2026-10-13", observed: 8 * 3 + 16 * 60 });
    const { observed, expected, low, high } = days.at(-1)!;
    expect(observed).toBe(8 * 3 + 6 * 60);
    // What the hours up to 18:00 usually have.
    expect(expected! / (8 * 3 + 10 * 60)).toBeCloseTo(1, 1);
    expect(low).toBeLessThan(expected!);
    expect(high).toBeGreaterThan(expected!);
  }
});

test("the last day of a finding's days doesn't say how the whole project changed", () => {
  const usual = Array.from({ length: 24 }, () => 5);
  const names = ["Checkout", ...Array.from({ length: 12 }, (_, place) => `Event ${place}`)];
  const past = dayRange("2026-09-16", "2026-10-13").map((one) => ({ day: one, counts: usual }));
  const [{ series }] = hourRows([{ ...silence, event: "Checkout" }], {
    ...{ detector: "event_stopped", day, untilHour: "18:00", arriving },
    today: new Map(names.map((name) => [name, { day, counts: usual.slice(0, 18) }])),
    history: new Map(names.map((name) => [name, past])),
  }) as [FinishedRow];
  expect((series as CountSeries).days.map(({ projectChange }) => Math.round(projectChange))).toEqual(
    Array<number>(29).fill(0),
  );
});

test("a finding that began the day before has both days marked, and none without past days", () => {
  const before = "2026-10-13";
  const [since] = hourRows([{ ...silence, day: before }], {
    ...{ detector: "event_stopped", day, untilHour: "18:00", today, arriving, history },
  }) as [FinishedRow];
  expect((since.series as CountSeries).days.map((one) => [one.day, one.isFlagged])).toEqual([
    [before, true],
    [day, true],
  ]);
  const [alone] = hourRows([silence], {
    ...{ detector: "event_stopped", day, untilHour: "18:00", today, arriving, history: new Map() },
  }) as [FinishedRow];
  expect(alone.series).toBeNull();
});
