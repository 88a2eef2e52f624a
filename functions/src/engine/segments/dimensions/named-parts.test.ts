import { expect, test } from "vitest";
import { withNamedParts } from "./named-parts.js";

const partsOf = (parts: readonly number[], named: Readonly<Record<number, number>>) => {
  const segments = parts.map((part, index) => ({ part, index }));
  return withNamedParts(segments, ({ index }) => named[index] ?? null).map(({ part }) => part);
};

test("named segments have the cause's part, and the others share the rest", () => {
  expect(partsOf([0.9, 0.06, 0.04], { 0: 0.95 })).toEqual([0.95, expect.closeTo(0.03), expect.closeTo(0.02)]);
});

test("others without a part of their own get none of the rest", () => {
  expect(partsOf([1, 0], { 0: 0.96 })).toEqual([0.96, 0]);
});

test("nothing changes if no segment is named", () => {
  expect(partsOf([0.5, 0.5], {})).toEqual([0.5, 0.5]);
});
