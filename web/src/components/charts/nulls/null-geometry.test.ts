import { expect, it } from "vitest";
import { nullAxis, nullShare, nullStack, type NullDay } from "./null-geometry";

const aDay = (change: Partial<NullDay> = {}): NullDay => ({
  day: "2026-11-17",
  rows: 200,
  absent: 60,
  null: 10,
  empty: 4,
  isFlagged: false,
  ...change,
});

it("stacks the kinds of null from the axis up", () => {
  expect(nullStack(aDay())).toEqual([
    { kind: "absent", from: 0, to: 30 },
    { kind: "null", from: 30, to: 35 },
    { kind: "empty", from: 35, to: 37 },
  ]);
});

it("treats a day without events as nothing missing", () => {
  expect(nullShare(aDay({ rows: 0, absent: 0, null: 0, empty: 0 }))).toBe(0);
});

it("fits the threshold and never exceeds 100%", () => {
  expect(nullAxis([aDay({ absent: 2 })], 0.32).max).toBeGreaterThanOrEqual(32);
  expect(nullAxis([aDay({ absent: 200, null: 0, empty: 0 })], null).max).toBe(100);
});

it("does not magnify the noise of a property that is rarely empty", () => {
  expect(nullAxis([aDay({ absent: 1, null: 0, empty: 0 })], null).max).toBeGreaterThan(5);
});
