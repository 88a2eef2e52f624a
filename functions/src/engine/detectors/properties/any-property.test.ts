import { expect, it } from "vitest";
import { resultRowSchema, rowSeriesSchema } from "../../../contract/results.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import type { RunInput } from "../../model.js";
import { isFlagged } from "../../result-row.js";
import { seriesReader, daysUntil } from "../../testing/series-reader.js";
import { propertySeries } from "../../testing/property-series.js";
import { checkWith } from "../../testing/check-with.js";

const eventPropertyDistribution = checkWith("event_property_distribution");
const eventPropertyNullRate = checkWith("event_property_null_rate");
const eventPropertyStopped = checkWith("event_property_stopped");

/** Pseudorandom integers by Park & Miller (1988), the same in every test run. */
function generator(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
}

const texts = ['"a"', '"b"', '"N/A"', "1", "2.5", "-7", "0", "true", "[1]", '{"x":1}', '"2.40.1"', '"é…😀"'];

/** A series with gaps, silences, bursts, changes of type and many values, as any project might send. */
function anySeries(seed: number, days: number): PropertySeries {
  const random = generator(seed);
  const volume = [0, 3, 40, 500][random(4)]!;
  const many = random(3) === 0;
  const rows: number[] = [];
  const valuesByDay: Record<string, number>[] = [];
  for (let day = 0; day < days; day++) {
    const count = random(10) === 0 ? 0 : random(volume + 1) * (random(20) === 0 ? 10 : 1);
    const values: Record<string, number> = {};
    let left = random(5) === 0 ? 0 : count;
    while (left > 0) {
      const text = many ? String(random(5000) / 100) : texts[random(texts.length)]!;
      const part = 1 + random(left);
      values[text] = (values[text] ?? 0) + part;
      left -= part;
      if (random(8) === 0) break;
    }
    rows.push(count);
    valuesByDay.push(values);
  }
  return propertySeries({ property: "plan", rows, valuesByDay });
}

it("returns one row that matches the schema and has finite figures for any property, alone only if it is a finding", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const days = daysUntil("2026-10-14", 1 + (seed % 60));
    const input: RunInput = {
      lastDay: "2026-10-14",
      detectors: [],
      counts: null,
      aggregates: seriesReader(days, [anySeries(seed, days.length)]),
      profiles: null,
      previous: null,
    };
    for (const detector of [eventPropertyStopped, eventPropertyNullRate, eventPropertyDistribution]) {
      const checkBackDays = ([7, 14, 30] as const)[seed % 3]!;
      const drafts = detector.check(input, { checkBackDays, thresholdPercent: 30 });
      expect(drafts).toHaveLength(1);
      const { row, series, isAnalysed } = drafts[0]!;
      const findings = detector.check(
        { ...input, hasFindingsOnly: true },
        { checkBackDays, thresholdPercent: 30 },
      );
      expect(findings, `${detector.key} of seed ${seed}`).toHaveLength(isFlagged(row) ? 1 : 0);
      expect(resultRowSchema.safeParse(row).error, `${detector.key} of seed ${seed}`).toBeUndefined();
      expect(row.reason).not.toMatch(/NaN|undefined|Infinity|null/);
      expect(isAnalysed).toBe(row.severity !== "inconclusive");
      const drawn = series();
      if (drawn) expect(rowSeriesSchema.safeParse(drawn).error, `chart of seed ${seed}`).toBeUndefined();
      seen.add(`${detector.key} ${row.severity}`);
    }
  }
  expect(seen.size).toBeGreaterThan(8);
});
