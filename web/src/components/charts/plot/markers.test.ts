import { expect, it } from "vitest";
import { labelLines } from "./markers";

it("puts labels that would overlap or touch on lines of their own, and others on the first", () => {
  const spans = [
    { from: 0, to: 60 },
    { from: 40, to: 100 },
    { from: 50, to: 70 },
    { from: 65, to: 120 },
    { from: 105, to: 150 },
    { from: 121, to: 140 },
  ];
  expect(labelLines(spans)).toEqual([0, 1, 2, 0, 1, 2]);
});
