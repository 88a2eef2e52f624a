import fc from "fast-check";
import { expect, test } from "vitest";
import { detectorSeveritySchema, resultRowSchema, rowSeriesSchema } from "../../contract/results.js";
import { addDays } from "../../common/days.js";
import type { PreviousRun, RunOutcome } from "../model.js";
import { evaluateRun } from "./evaluate-run.js";
import { expectRoundTrip } from "../testing/round-trip.js";
import { countInput, history, lastDay, selected } from "../testing/count-history.js";

/** Series of the kinds that break formulas: silent, rare, steady, huge, short, with gaps. */
const series = fc.oneof(
  fc.array(fc.constant(0), { minLength: 1, maxLength: 70 }),
  fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 70 }),
  fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 1, maxLength: 90 }),
  fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 2_000_000_000 })), { minLength: 1, maxLength: 90 }),
);
const project = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), series, { minKeys: 1, maxKeys: 14 });

test("whatever the counts, every row and chart matches its schema, and totals add up", () => {
  fc.assert(
    fc.property(
      project,
      fc.constantFrom(7, 14, 30),
      fc.integer({ min: 1, max: 100 }),
      (events, days, percent) => {
        const detectors = [
          selected("event_count_change", days, percent),
          selected("event_stopped", days, percent),
        ];
        let previous: PreviousRun | null = null;
        for (const back of [1, 0]) {
          const shorter = Object.entries(events).map(([name, counts]) => [
            name,
            counts.slice(0, counts.length - back),
          ]);
          const day = addDays(lastDay, -back);
          const counts = history(
            { ...Object.fromEntries(shorter), Steady: Array<number>(80).fill(100) },
            day,
          );
          const outcome = evaluateRun(countInput(counts, { detectors, previous }));
          check(outcome);
          previous = {
            lastDay: day,
            rows: outcome.detectors.flatMap(({ rows }) => rows.map(({ row }) => row)),
          };
        }
      },
    ),
    { numRuns: 150, seed: 7 },
  );
});

function check({ detectors }: RunOutcome): void {
  for (const { severity, rows, totalRows, filteredRows } of detectors) {
    expectRoundTrip(rows);
    detectorSeveritySchema.parse(severity);
    for (const { row, series: chart } of rows) {
      resultRowSchema.parse(row);
      if (chart) rowSeriesSchema.parse(chart);
    }
    const flagged = rows.filter(({ row }) => row.severity === "alert" || row.severity === "warning");
    expect(filteredRows).toBe(flagged.length);
    expect(totalRows).toBeLessThanOrEqual(rows.length);
  }
}
