import { expect, it } from "vitest";
import { workspaceIdSchema } from "../../../contract/workspaces.js";
import { blocksOf } from "../../../engine/evaluate/blocks-of.js";
import { evaluateBlocks, evaluateRun } from "../../../engine/evaluate/evaluate-run.js";
import type { DetectorOutcome, RunInput } from "../../../engine/model.js";
import { countHistory } from "../../../aggregates/count-history.js";
import { lastDay, selected } from "../../../engine/testing/count-history.js";
import { propertySeries } from "../../../engine/testing/property-series.js";
import { daysUntil, seriesReader } from "../../../engine/testing/series-reader.js";
import { MemoryObjects } from "../../../testing/memory/memory-objects.js";
import { writeResults } from "./write-results.js";

const events = 260;
const days = daysUntil(lastDay, 40);

it("writes the same files, byte for byte, when a project is judged block by block", async () => {
  const input = project();
  const { aggregates, counts } = input;
  const whole = await written(evaluateRun(input).detectors, input);
  const blocks = { ...input, aggregates: blocksOf(aggregates!, 70), counts };
  const inBlocks = await written((await evaluateBlocks(blocks)).detectors, input);
  expect(inBlocks.records).toEqual(whole.records);
  expect(inBlocks.files).toEqual(whole.files);
  const csv = Buffer.from(
    Object.entries(whole.files).find(([path]) => path.includes("null_rate") && path.endsWith(".csv"))![1],
    "base64",
  );
  expect(csv.toString().trimEnd().split("\n")).toHaveLength(1 + 4 * events);
});

async function written(outcomes: readonly DetectorOutcome[], { detectors }: RunInput) {
  const objects = new MemoryObjects();
  const run = {
    workspaceId: workspaceIdSchema.parse("ada"),
    record: { id: "r1", detectors: [...detectors], startedAt: "2026-10-15T06:00:00.000Z" },
    step: () => Promise.resolve(),
  };
  const judged = outcomes.map((outcome) => ({ key: outcome.key, outcome }));
  const records = await writeResults({ objects }, run, judged, { incidentOf: () => null, verdicts: null });
  return { records, files: objects.snapshot() };
}

/** Every event has four properties; one of them breaks on every 40th event. */
function project(): RunInput {
  const rows = days.map(() => 500);
  const none: Record<string, number> = {};
  const seriesOf = (valuesAt: (day: number) => Record<string, number>) =>
    propertySeries({ property: "", rows, valuesByDay: days.map((_, day) => valuesAt(day)) });
  const kinds = {
    amount: seriesOf((day) => ({ "5": 200 + (day % 3), "70": 300 - (day % 3) })),
    coupon: seriesOf((day) => ({ null: 300 + (day % 5), '"SPRING, 50% off"': 200 - (day % 5) })),
    plan: seriesOf(() => ({ '"basic"': 400, '"pro"': 100 })),
    rare: seriesOf((day) => (day % 9 === 0 ? { '"=yes"': 1 } : none)),
  };
  const broken = seriesOf((day) => (day >= 36 ? none : { '"basic"': 400, '"pro"': 100 }));
  const series = Array.from({ length: events }, (_, i) =>
    Object.entries(kinds).map(([property, kind]) => ({
      ...(property === "plan" && i % 40 === 7 ? broken : kind),
      property,
      parent: `event ${i}`,
    })),
  ).flat();
  const aggregates = seriesReader(days, series);
  return {
    lastDay,
    detectors: [
      selected("event_count_change"),
      selected("event_property_stopped"),
      selected("event_property_null_rate"),
      selected("event_property_distribution"),
    ],
    counts: countHistory(aggregates),
    aggregates,
    profiles: null,
    previous: null,
  };
}
