import type { DetailedRow } from "@contract/results";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aRow, lastDay } from "@/testing/report-builders";
import { changeText, expectedText, findingSentence, headlineOf, observedText } from "./finding-text";

/** The number in a printed figure: '−61%' is −61. */
const numberIn = (text: string): number => Number(text.replace(/[^\d.−]/g, "").replace("−", "-"));
/** All numbers of a sentence that are followed by a percent sign. */
const percentsIn = (text: string): number[] =>
  [...text.matchAll(/([\d.,]+)%/g)].map(([, number]) => Number(number!.replaceAll(",", "")));

/** Rounds like figures in percent and in points. */
const rounded = (size: number): number => Number(size.toFixed(size > 0 && size < 1 ? 1 : 0));

const count = fc.integer({ min: 1, max: 2_000_000 });
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const check = (
  row: (observed: number, expected: number) => DetailedRow,
  values: fc.Arbitrary<number>,
  assert: (row: DetailedRow) => void,
) => fc.assert(fc.property(values, values, (observed, expected) => assert(row(observed, expected))));

describe("every printed figure follows from those beside it", () => {
  it.each(["event_count_change", "user_profile_count_change"] as const)("for %s", (detector) => {
    check(
      (observed, expected) => aRow({ detector, observed, expected, range_low: null, range_high: null }),
      count,
      (row) => {
        const observed = numberIn(observedText(row));
        const expected = numberIn(expectedText(row));
        const exact = (observed / expected - 1) * 100;
        const change = Math.sign(exact) * rounded(Math.abs(exact));
        expect(numberIn(changeText(row))).toBeCloseTo(change, 6);
        expect(percentsIn(findingSentence(row, lastDay))[0]).toBe(Math.abs(change));
      },
    );
  });

  it.each(["event_property_null_rate", "user_property_null_rate"] as const)("for %s", (detector) => {
    const row = (observed: number, expected: number) =>
      aRow({ detector, parent: "checkout", observed, expected, range_low: null, range_high: null });
    check(row, percent, (row) => {
      const [now, before] = [numberIn(observedText(row)), numberIn(expectedText(row))];
      expect(numberIn(changeText(row))).toBeCloseTo(
        Math.sign(now - before) * rounded(Math.abs(now - before)),
        6,
      );
      expect(percentsIn(findingSentence(row, lastDay)).slice(0, 2)).toEqual([now, before]);
      expect(percentsIn(headlineOf(row, lastDay))).toEqual([now, before]);
    });
  });

  it.each(["event_property_distribution", "user_property_distribution"] as const)("for %s", (detector) => {
    const row = (observed: number, other: number) =>
      aRow({ detector, parent: "checkout", observed, change_pct: other });
    check(row, percent, (row) => {
      const shifted = numberIn(observedText(row));
      expect(numberIn(changeText(row))).toBe(shifted);
      expect(percentsIn(findingSentence(row, lastDay))[0]).toBe(shifted);
      expect(percentsIn(headlineOf(row, lastDay))).toEqual([shifted]);
    });
  });

  it.each(["event_stopped", "event_property_stopped", "user_property_stopped"] as const)(
    "for %s",
    (detector) => {
      check(
        (_, expected) =>
          aRow({ detector, parent: "checkout", observed: 0, expected, range_low: null, range_high: null }),
        count,
        (row) => {
          expect(observedText(row)).toBe("0");
          expect(changeText(row)).toBe("stopped");
        },
      );
    },
  );
});
