import { describe, expect, test } from "vitest";
import { addDays, type Day } from "../../../../common/days.js";
import { evaluateRun } from "../../../evaluate/evaluate-run.js";
import type { Annotation } from "../../../model.js";
import { countInput, twelve } from "../../../testing/count-history.js";
import { habitReach, sameDaysBefore } from "./calendar-days.js";

type Special = Readonly<Record<Day, number>>;

const daysUntil = (lastDay: Day, length: number): Day[] =>
  Array.from({ length }, (_, i) => addDays(lastDay, i + 1 - length));

/** 100 events a day but on some days, read as a run reads them. */
const counts = (lastDay: Day, special: Special, length = habitReach + 7): number[] =>
  daysUntil(lastDay, length).map((day) => special[day] ?? 100);

function rowsOf(lastDay: Day, events: Record<string, readonly number[]>, annotations: Annotation[] = []) {
  const { length } = Object.values(events)[0]!;
  const history = { days: daysUntil(lastDay, length), events: new Map(Object.entries(events)) };
  const rows = evaluateRun(countInput(history, { annotations })).detectors[0]!.rows.map(({ row }) => row);
  return (entity: string) => rows.find((row) => row.entity === entity)!;
}

const checkout = (lastDay: Day, special: Special, length?: number) =>
  rowsOf(lastDay, { Checkout: counts(lastDay, special, length) })("Checkout");

const firsts = ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"];
const on = (days: readonly Day[], rows: number): Special =>
  Object.fromEntries(days.map((day) => [day, rows]));

describe("an event that has 250 instead of 100 on the first of each month", () => {
  const usual = on(firsts, 250);

  test("is normal on the next first, and says why", () => {
    const { severity, reason } = checkout("2026-10-01", { ...usual, "2026-10-01": 260 });
    expect(severity).toBe("normal");
    expect(reason).toContain(
      "260 events on the last day, 160% above the expected 100: it changed in the same way, by at least half as much, on at least 3 of the last 4 first days of a month.",
    );
  });

  test("is normal days later, too", () => {
    expect(checkout("2026-10-05", { ...usual, "2026-10-01": 260 }).severity).toBe("normal");
  });

  test("may have missed one of the last four, not two", () => {
    const special = { ...usual, "2026-10-01": 260, "2026-07-01": 100 };
    expect(checkout("2026-10-01", special).severity).toBe("normal");
    expect(checkout("2026-10-01", { ...special, "2026-08-01": 100 }).severity).toBe("alert");
  });

  test("is an alert with much more or much less, or on another day", () => {
    expect(checkout("2026-10-01", { ...usual, "2026-10-01": 2000 }).severity).toBe("alert");
    expect(checkout("2026-10-01", { ...usual, "2026-10-01": 10 }).severity).toBe("alert");
    expect(checkout("2026-10-03", { ...usual, "2026-10-01": 260, "2026-10-03": 260 }).severity).toBe("alert");
  });

  test("is normal, too, if people left the earlier ones out of the baseline", () => {
    const left = firsts.map((day): Annotation => ({
      about: { kind: "event", event: "Checkout" },
      kind: "leave_out",
      from: day,
      to: day,
    }));
    const events = { Checkout: counts("2026-10-01", { ...usual, "2026-10-01": 260 }) };
    expect(rowsOf("2026-10-01", events, left)("Checkout").severity).toBe("normal");
  });

  test("is an alert if the counts of earlier months are missing", () => {
    expect(checkout("2026-10-01", { ...usual, "2026-10-01": 260 }, 63).severity).toBe("alert");
    const gap = on(daysUntil("2026-08-20", 100), 0);
    expect(checkout("2026-10-01", { ...gap, "2026-09-01": 250, "2026-10-01": 260 }).severity).toBe("alert");
  });
});

test.each([
  ["2026-10-31", "last days of a month", ["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"]],
  ["2026-10-30", "last working days of a month", ["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"]],
  ["2026-10-25", "25ths of a month", ["2026-06-25", "2026-07-25", "2026-08-25", "2026-09-25"]],
  ["2026-10-15", "15ths of a month", ["2026-06-15", "2026-07-15", "2026-08-15", "2026-09-15"]],
])("a drop on %s is normal after drops on the last four %s", (day, name, before) => {
  const { severity, reason } = checkout(day, on([...before, day], 40));
  expect(severity).toBe("normal");
  expect(reason).toContain(name);
});

test("the same days of months of 28 to 31 days", () => {
  const days = (day: Day) => sameDaysBefore(day).map((one) => [one.name, ...one.days.slice(0, 2)]);
  expect(days("2028-02-29")).toEqual([
    ["29ths of a month", "2028-01-29", "2027-12-29"],
    ["last days of a month", "2028-01-31", "2027-12-31"],
    ["last working days of a month", "2028-01-31", "2027-12-31"],
  ]);
  // A Friday before a weekend.
  expect(days("2027-02-26")).toEqual([
    ["26ths of a month", "2027-01-26", "2026-12-26"],
    ["last working days of a month", "2027-01-29", "2026-12-31"],
  ]);
  expect(days("2027-03-31")[0]).toEqual(["31sts of a month", "2027-01-31", "2026-12-31"]);
  expect(["02", "03", "11", "12", "22", "23"].map((date) => days(`2027-03-${date}`)[0]![0])).toEqual(
    ["2nd", "3rd", "11th", "12th", "22nd", "23rd"].map((one) => `${one}s of a month`),
  );
});

describe("a project that halves on the first of each month", () => {
  const halved = (special: Special) => {
    const all = twelve(counts("2026-10-01", special));
    return rowsOf("2026-10-01", all)("(project)");
  };

  test("has no finding on the next first, and says why", () => {
    const { severity, reason } = halved(on([...firsts, "2026-10-01"], 50));
    expect(severity).toBe("normal");
    expect(reason).toContain(
      "All activity −50% on the last day, and in the same way, by at least half as much, on at least 3 of the last 4 first days of a month.",
    );
  });

  test("has one if it never did before", () => {
    expect(halved(on(["2026-10-01"], 50)).severity).toBe("warning");
  });

  test("doesn't excuse an event that halves beyond it", () => {
    const special = on([...firsts, "2026-10-01"], 50);
    const all = twelve(counts("2026-10-01", on([...firsts, "2026-10-01"], 80)));
    const row = rowsOf("2026-10-01", {
      ...all,
      Checkout: counts("2026-10-01", { ...on(firsts, 80), "2026-10-01": 30 }),
    });
    expect(row("Checkout").severity).toBe("alert");
    const usual = rowsOf("2026-10-01", { ...all, Checkout: counts("2026-10-01", special) });
    expect(usual("Checkout").severity).toBe("normal");
  });
});
