import { detectorKeys, detectorOf } from "../../../functions/src/contract/detectors.js";
import { evaluateBlocks } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { AggregateStore } from "../../../functions/src/features/runs/exports/aggregate-store.js";
import { writeResults } from "../../../functions/src/features/runs/steps/write-results.js";
import { FolderObjects } from "./folder-objects.js";
import { dayCount, days, lastDay } from "./project.js";
import { noExclusions, project, workspaceId } from "./stored-project.js";

/** Evaluates a stored project like a run, writes the results, and prints CPU time and memory as JSON. */
const [folder] = process.argv.slice(2) as [string];
const objects = new FolderObjects(folder);
/** CPU time of this process, because elapsed time depends on the machine's other work. */
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const detectors = detectorKeys
  .filter((key) => detectorOf(key).needs !== "profiles")
  .map((key) => ({ key, settings: { checkBackDays: 14 as const, thresholdPercent: 30 } }));
const span = { from: days[0]!, to: days[dayCount - 1]! };
const { detectors: outcomes } = await evaluateBlocks({
  lastDay,
  detectors,
  aggregates: new AggregateStore(objects).blocks(workspaceId, project, span, noExclusions),
  counts: "aggregates",
  profiles: null,
  previous: null,
});
const judged = cpuSeconds();
const judgedPeak = process.resourceUsage().maxRSS / 1024;
const run = {
  workspaceId,
  record: { id: "run", detectors, startedAt: "2026-10-15T06:00:00.000Z" },
  step: () => Promise.resolve(),
};
await writeResults(
  { objects },
  run,
  outcomes.map((outcome) => ({ key: outcome.key, outcome })),
  { incidentOf: () => null, verdicts: null },
);
console.log(
  JSON.stringify({
    judged,
    seconds: cpuSeconds(),
    judgedPeak,
    // maxRSS is in kilobytes.
    peak: process.resourceUsage().maxRSS / 1024,
    analysed: outcomes.reduce((sum, { totalRows }) => sum + totalRows, 0),
    flagged: outcomes.reduce((sum, { filteredRows }) => sum + filteredRows, 0),
  }),
);
