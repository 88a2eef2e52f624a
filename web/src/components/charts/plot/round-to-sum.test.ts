import fc from "fast-check";
import { expect, it } from "vitest";
import { roundToSum } from "./round-to-sum";

it("rounds to numbers that add up to the rounded total", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 30 }), (values) => {
      const total = Math.round(values.reduce((sum, value) => sum + value, 0));
      const rounded = roundToSum(values, total);
      expect(rounded.reduce((sum, value) => sum + value, 0)).toBe(total);
      rounded.forEach((value, index) => expect(Math.abs(value - values[index]!)).toBeLessThan(1));
    }),
  );
});
