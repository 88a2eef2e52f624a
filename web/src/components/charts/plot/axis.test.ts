import { expect, it } from "vitest";
import { axisFromZero } from "./axis";

it.each([
  [3790, [0, 1000, 2000, 3000, 4000]],
  [1098, [0, 300, 600, 900, 1200]],
  [1000, [0, 250, 500, 750, 1000]],
  [0.3, [0, 0.1, 0.2, 0.3, 0.4]],
])("goes from 0 past %d in four round steps", (max, ticks) => {
  expect(axisFromZero(max)).toEqual({ max: ticks.at(-1), ticks });
});

it("has whole steps for whole values", () => {
  expect(axisFromZero(2, 1)).toEqual({ max: 4, ticks: [0, 1, 2, 3, 4] });
});

it("has an axis even when nothing happened", () => {
  expect(axisFromZero(0, 1).max).toBe(4);
});
