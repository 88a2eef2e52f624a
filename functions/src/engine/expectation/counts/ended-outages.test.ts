import { describe, expect, it } from "vitest";
import { history, lastDay, steady } from "../../testing/count-history.js";
import { checkProject } from "./check-project.js";
import { daysOfEndedOutages } from "./ended-outages.js";

const settings = { threshold: 0.3, checkBackDays: 7 };
const low = (rows: number, days: number) => Array<number>(days).fill(rows);
const daysOf = (counts: readonly number[]) => [...daysOfEndedOutages(counts, 0, () => 0)];
const checked = (tail: readonly number[]) => {
  const [verdict] = checkProject(history({ Checkout: steady(100, tail) }), lastDay, settings).verdicts;
  if (verdict?.kind !== "checked") throw new Error(verdict?.kind);
  return verdict;
};

describe("the days of an outage that is over", () => {
  it.each([
    ["without events for 5 days", low(0, 5), 5],
    ["at 60% for 21 days", low(60, 21), 21],
    ["at 60% with a closed day in between", [...low(60, 3), 75, ...low(60, 3)], 7],
  ])("are found: %s", (_, outage, days) => {
    const counts = steady(100, [...outage, 100, 100]);
    expect(daysOf(counts)).toEqual(Array.from({ length: days }, (_, day) => counts.length - 2 - days + day));
  });

  it.each([
    ["it goes on", low(0, 10)],
    ["it is shorter than 5 days", [...low(0, 4), 100, 100]],
    ["it is a smaller change", [...low(75, 10), 100, 100]],
    ["events came back at half their level", [...low(10, 10), 50, 50, 50]],
    ["events have been few for more than four weeks", [...low(20, 29), 100, 100]],
    ["there were more events, not fewer", [...low(200, 10), 100, 100]],
  ])("are none if %s", (_, tail) => expect(daysOf(steady(100, tail))).toEqual([]));

  it("are none if the two weeks before say little", () =>
    expect(daysOf([...low(100, 5), ...low(0, 14), ...low(100, 10)])).toEqual([]));

  it("are none of an event that comes on few days, or varies as much anyway", () => {
    expect(daysOf(Array.from({ length: 63 }, (_, day) => (day % 9 === 0 ? 500 : 0)))).toEqual([]);
    expect(daysOf(Array.from({ length: 63 }, (_, day) => (day % 12 < 6 ? 60 : 140)))).toEqual([]);
  });
});

describe("after an outage of ten days", () => {
  it.each([1, 3, 7, 14])("the level from before is normal, %i days after its end", (days) => {
    const { severity, named, event } = checked([...low(0, 10), ...low(100, days)]);
    expect(named.direction === 1 ? severity : "normal").toBe("normal");
    expect(event.level.at(-1)).toBeCloseTo(Math.log(100.5), 9);
    expect(event.sigma).toBeCloseTo(0, 9);
  });

  it("more than before is a rise, and fewer are a drop", () => {
    expect(checked([...low(0, 10), ...low(100, 8), 180, 180])).toMatchObject({
      severity: "alert",
      named: { direction: 1, effect: expect.closeTo(0.8, 3) },
    });
    expect(checked([...low(0, 10), ...low(100, 8), 50, 50])).toMatchObject({
      severity: "alert",
      named: { direction: -1, effect: expect.closeTo(-0.5, 3) },
    });
  });

  it("the next drop isn't taken for a habit of its weekdays", () => {
    const { severity } = checked([...low(0, 21), ...low(100, 8), 50, 50]);
    expect(severity).toBe("alert");
  });
});
