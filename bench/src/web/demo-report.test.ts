import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { expectRoundTrip } from "../../../functions/src/engine/testing/round-trip.js";
import { demoReport } from "./demo-report.js";
import { demoOutcomes, sampleReport, type SampleReport } from "./sample-report.js";

const committed = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../web/src/features/${name}`, import.meta.url), "utf8")) as T;

it(
  "the public pages match the engine's current results for the demo project (to update: npm run landing-data)",
  { timeout: 120_000 },
  async () => {
    const outcomes = demoOutcomes();
    expect(expectRoundTrip(outcomes.flatMap(({ rows }) => rows))).toBeGreaterThan(8);
    const landing = committed<ReturnType<typeof demoReport>>("landing/demo-report.json");
    const { counts, findings, folded, shown } = demoReport(outcomes);
    expect({ counts, findings, folded }).toEqual({
      counts: landing.counts,
      findings: landing.findings,
      folded: landing.folded,
    });
    expect(shown).toMatchObject({
      entity: landing.shown.entity,
      observed: landing.shown.observed,
      firstBadDay: landing.shown.firstBadDay,
      cause: { property: landing.shown.cause.property, value: landing.shown.cause.value },
    });
    const { run } = await sampleReport(outcomes);
    expect(run).toEqual(committed<SampleReport>("reports/demo/sample-report.json").run);
  },
);
