import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeOf,
  countAxis,
  countPaths,
  lastWeeks,
  flagMarkers,
  triangle,
  withWholeExpectations,
  type CountDay,
} from "./count-geometry";
import { countText } from "../count/count-readout";

const aDay = (change: Partial<CountDay> = {}): CountDay => ({
  day: "2026-11-17",
  observed: 100,
  expected: 100,
  low: 80,
  high: 120,
  projectChange: 0,
  isProjectDay: false,
  isFlagged: false,
  ...change,
});
const place = { x: (index: number) => index * 10, y: (value: number) => 200 - value };

describe("expected values of a streak's days", () => {
  const numberIn = (text: string): number => Number(text.replaceAll(",", ""));

  it("add up, as printed in the table, to the expected value printed above it", () => {
    const expectations = fc.array(fc.double({ min: 0.1, max: 50_000, noNaN: true }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(expectations, (expected) => {
        const days = withWholeExpectations(
          expected.map((value) => aDay({ expected: value, isFlagged: true })),
        );
        const sum = days.reduce((total, day) => total + numberIn(countText(day.expected ?? 0)), 0);
        const printed = Math.round(10 * expected.reduce((total, value) => total + value, 0)) / 10;
        expect(countText(Math.round(10 * sum) / 10)).toBe(countText(printed));
      }),
    );
  });

  it("leave the other days unchanged", () => {
    expect(withWholeExpectations([aDay({ expected: 12.34 })])).toEqual([aDay({ expected: 12.34 })]);
  });
});

describe("plumb lines", () => {
  it("run from the expected to the observed value, only on flagged days", () => {
    const days = [aDay(), aDay({ observed: 40, isFlagged: true }), aDay({ observed: 150, isFlagged: true })];
    expect(flagMarkers(days, place)).toMatchObject([
      {
        index: 1,
        x: 10,
        from: 100,
        to: 160,
        direction: "down",
        change: -60,
        isLastOfStreak: false,
        clearOf: { bobs: 160, ends: 100 },
      },
      {
        index: 2,
        x: 20,
        from: 100,
        to: 50,
        direction: "up",
        change: 50,
        isLastOfStreak: true,
        clearOf: { bobs: 50, ends: 100 },
      },
    ]);
  });

  it("have no percentage if nothing was expected", () => {
    expect(changeOf(aDay({ expected: 0 }))).toBeNull();
    expect(changeOf(aDay({ expected: null }))).toBeNull();
  });

  it("end in a triangle whose tip is the observed value", () => {
    expect(triangle(10, 160, "down", 5)).toBe("5,152 15,152 10,160");
    expect(triangle(10, 50, "up", 5)).toBe("5,58 15,58 10,50");
  });
});

describe("paths", () => {
  it("have a gap where there is too little history for an expected value", () => {
    const days = [aDay({ expected: null, low: null, high: null }), aDay(), aDay()];
    const paths = countPaths(days, place);
    expect(paths.observed).toBe("M0,100L10,100L20,100");
    expect(paths.expected).toBe("M10,100L20,100");
    expect(paths.band).toBe("M10,80L20,80L20,120L10,120Z");
  });

  it("are empty without days", () => {
    expect(countPaths([], place)).toEqual({ observed: "", expected: "", band: "", low: "", high: "" });
  });
});

describe("the axis of counts", () => {
  it("shows the whole band if it is not much wider than the data", () => {
    expect(countAxis([aDay()]).max).toBeGreaterThanOrEqual(120);
  });

  it("does not let a very wide band flatten the data", () => {
    expect(countAxis([aDay({ high: 100_000 })]).max).toBeLessThan(250);
  });
});

describe("the days shown", () => {
  const days = Array.from({ length: 86 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10),
  }));

  it("are the last weeks", () => {
    expect(lastWeeks(days, days.at(-7)!.day, 5)).toHaveLength(35);
  });

  it("always include the tested days and the week before them", () => {
    expect(lastWeeks(days, days.at(-30)!.day, 3)).toHaveLength(37);
  });
});
