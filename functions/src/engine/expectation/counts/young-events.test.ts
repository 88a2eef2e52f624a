import { describe, expect, it } from "vitest";
import { addDays } from "../../../common/days.js";
import { checkProject } from "./check-project.js";

const lastDay = "2026-10-11"; // a Sunday
const days = 63;
const age = 9;
const isWeekend = (day: number): boolean => (days - 1 - day) % 7 < 2;
/** Counts of every day: `rows` on workdays, `weekend` on Saturdays and Sundays, from day `first` on. */
const weekly = (rows: number, weekend: number, first = 0): number[] =>
  Array.from({ length: days }, (_, day) => (day < first ? 0 : isWeekend(day) ? weekend : rows));
const young = (rows: number, weekend: number): number[] => weekly(rows, weekend, days - 7 - age);
const withDay = (counts: readonly number[], daysAgo: number, rows: number): number[] =>
  counts.with(days - 1 - daysAgo, rows);

function severityOf(counts: readonly number[], others: readonly (readonly number[])[]): string {
  const events = new Map(others.map((other, i) => [`Event ${i + 10}`, other]));
  const history = {
    days: Array.from({ length: days }, (_, day) => addDays(lastDay, day + 1 - days)),
    events: new Map([...events, ["Young", counts]]),
  };
  const { verdicts } = checkProject(history, lastDay, { threshold: 0.3, checkBackDays: 7 });
  const verdict = verdicts.find(({ event }) => event.name === "Young")!;
  return verdict.kind === "checked" ? verdict.severity : verdict.kind;
}

const daily = Array.from({ length: 12 }, () => weekly(1000, 900));
const officeHours = Array.from({ length: 3 }, () => weekly(300, 20));

describe("an event in its second week", () => {
  it.each([
    ["quiet on weekends like the project's events", young(200, 10), Array(12).fill(weekly(1000, 50))],
    ["quiet on weekends like a few of them", young(200, 14), [...daily, ...officeHours]],
    ["quiet on weekends, among events that aren't", young(200, 20), daily],
    ["quiet on weekends, in a project of few events", young(200, 10), daily.slice(0, 3)],
    ["the same every day, in a project of few events", young(200, 200), daily.slice(0, 3)],
    ["the same every day, as the project's events", young(200, 190), daily],
  ])("is normal if it is %s", (_what, counts, others) => {
    expect(severityOf(counts, others)).toBe("normal");
  });

  it("is a warning if it loses half of its events on a day like others", () => {
    expect(severityOf(withDay(young(200, 190), 0, 60), daily)).toBe("warning");
    expect(severityOf(withDay(young(200, 14), 2, 5), [...daily, ...officeHours])).toBe("warning");
  });
});
