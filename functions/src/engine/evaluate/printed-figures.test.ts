import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateRun } from "./evaluate-run.js";
import { isFlagged } from "../result-row.js";
import { roundedRow } from "../result-table.js";
import { countInput, history, selected, twelve } from "../testing/count-history.js";

/** At least eight weeks of steady counts, then up to seven days of anything. */
const broken = fc
  .tuple(
    fc.integer({ min: 3, max: 3_000 }),
    fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 1, maxLength: 7 }),
  )
  .map(([level, tail]) => [
    ...Array.from({ length: 63 - tail.length }, (_, day) => level + (day % 3)),
    ...tail,
  ]);

const checks = [selected("event_count_change"), selected("event_stopped")];

/** All numbers of a text. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(",", "")));

test("every printed figure of a count finding follows from those beside it, and its days add up", () => {
  let seen = 0;
  fc.assert(
    fc.property(broken, fc.boolean(), (counts, moves) => {
      const project = moves ? twelve(counts.map((count, day) => (day > 60 ? 900 : 1_000) + (count % 2))) : {};
      const { detectors } = evaluateRun(
        countInput(history({ ...project, Checkout: counts }), { detectors: checks }),
      );
      for (const { row: exact, series } of detectors.flatMap(({ rows }) => rows)) {
        if (!isFlagged(exact) || exact.entity === "(project)" || series?.kind !== "counts") continue;
        seen++;
        const { observed, expected, change_pct_beyond_project: net, days, reason } = roundedRow(exact);
        const flagged = series.days.filter((day) => day.isFlagged);
        const sum = (of: (day: (typeof flagged)[number]) => number) =>
          flagged.reduce((total, day) => total + of(day), 0);
        expect(sum((day) => day.observed)).toBe(observed);
        expect(flagged).toHaveLength(days!);
        expect(Math.abs(sum((day) => day.expected ?? 0) - expected!)).toBeLessThanOrEqual(0.0501);
        if (exact.detector === "event_stopped") continue;
        if (net !== null)
          expect(Math.abs(net - 100 * (observed! / expected! - 1))).toBeLessThanOrEqual(0.0501);
        // "1,249 events in 3 days, 60% below the expected 3,108."
        const sentence = reason.split(". ")[0]!;
        const printed = numbersIn(sentence);
        expect(printed[0]).toBe(observed);
        if (expected! >= 0.05 && / (?:below|above) /.test(sentence)) {
          const [share, base] = [printed.at(-2)!, printed.at(-1)!];
          expect(Math.abs(base - expected!)).toBeLessThanOrEqual(0.5);
          expect(Math.abs(share - 100 * Math.abs(observed! / base - 1))).toBeLessThanOrEqual(0.51);
        }
      }
    }),
    { numRuns: 120, seed: 11 },
  );
  expect(seen).toBeGreaterThan(50);
});
