import { expect, it } from "vitest";
import type { PreviousRun } from "../../../functions/src/engine/model.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate-run.js";
import { recordIncidents } from "../../../functions/src/features/incidents/record-incidents.js";
import { countInput, selected } from "../../../functions/src/engine/testing/count-history.js";
import { testDependencies } from "../../../functions/src/testing/dependencies.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { rowsOn } from "./data/counts.js";
import { type Day, addDays, daysBetween } from "./data/days.js";
import { type FaultSet, faultSets } from "./data/planted.js";
import { demoDataset } from "./demo-run.testing.js";

const anchor = "2026-11-01";
const runDays = daysBetween(anchor, addDays(anchor, 69));
const dataset = demoDataset(anchor);
const detectors = [selected("event_count_change"), selected("event_stopped")];

const allDays = daysBetween(addDays(anchor, -62), runDays.at(-1)!);
const rowsOf = new Map(
  dataset.events.map((event) => [event.name, allDays.map((day) => rowsOn(dataset, event, day))]),
);

/** The counts that a run finds whose last tested day is `lastDay`. */
function countsUpTo(lastDay: Day) {
  const end = allDays.indexOf(lastDay) + 1;
  const cut = <T>(values: readonly T[]): T[] => values.slice(end - 63, end);
  return {
    days: cut(allDays),
    events: new Map([...rowsOf].map(([name, rows]) => [name, cut(rows)])),
  };
}

const faulty = ({ countDrop, segmentDrop, stopped }: FaultSet): string[] => [
  countDrop,
  segmentDrop.event,
  stopped,
];

// Episodes begin every 14 days: the fifth has the faults of the first, 56 days later, and the sixth has just begun.
it("70 runs day by day make one incident of every planted fault, opened once and recovered once", async () => {
  const deps = testDependencies();
  let previous: PreviousRun | null = null;
  for (const lastDay of runDays) {
    const outcome = evaluateRun(countInput(countsUpTo(lastDay), { detectors, previous }));
    const run = { runId: `r-${lastDay}`, connectionId: "c", lastTestedDay: lastDay };
    await recordIncidents(deps, ada, run, outcome.detectors);
    const rows = outcome.detectors.flatMap((detector) => detector.rows.map(({ row }) => row));
    previous = { lastDay, rows };
  }
  const open = await deps.incidents.list(ada, { isClosed: false }, { limit: 100 });
  const closed = await deps.incidents.list(ada, { isClosed: true }, { limit: 100 });
  const lives = await Promise.all(
    [...open.items, ...closed.items].map(async ({ id, entity }) => {
      const kinds = (await deps.incidents.timeline(ada, id)).map(({ kind }) => kind);
      return `${entity}: ${kinds.join(", ")}`;
    }),
  );
  const over = [...faultSets, faultSets[0]!].flatMap(faulty);
  const lasting = faulty(faultSets[1]!);
  expect(lives.sort()).toEqual(
    [
      ...over.map((event) => `${event}: opened, recovered, closed`),
      ...lasting.map((event) => `${event}: opened`),
    ].sort(),
  );
});
