import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import { csvColumns, mostDetailedRows } from "../../../functions/src/contract/results.js";
import { summarizeRun } from "../../../functions/src/contract/run-summary.js";
import {
  csvDataSchema,
  detectorResultSchema,
  runReportSchema,
  type CsvData,
  type DetectorResult,
  type RunReport,
} from "../../../functions/src/contract/runs.js";
import { workspaceIdSchema } from "../../../functions/src/contract/workspaces.js";
import { once } from "../../../functions/src/common/once.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import type { DetectorOutcome } from "../../../functions/src/engine/model.js";
import { writeResults } from "../../../functions/src/features/runs/steps/write-results.js";
import { MemoryObjects } from "../../../functions/src/testing/memory/memory-objects.js";
import { profiledDays } from "../../../emulators/src/mixpanel/demo-aggregates.testing.js";
import { demoDataset, demoRunInput } from "../../../emulators/src/mixpanel/demo-run.testing.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { toReportDetector } from "../../../functions/src/features/reports/get-report.js";
import { readFirstFindings, tableFindings } from "../../../functions/src/features/runs/finding-files.js";

/** The demo project's faults begin two days before its anchor, so a run one day later sees four bad days. */
const anchor = "2026-11-18";
export const lastDay = "2026-11-19";
const startedAt = "2026-11-20T11:00:00.000Z";
const setup = {
  id: "demo",
  name: "All nine checks",
  connection: { id: "demo", projectId: "1000001", projectName: "Demo shop" },
};
/** Also part of the sample report's address; see `web/src/config/paths.ts`. */
const runId = "demo";
const workspaceId = workspaceIdSchema.parse("demo");
const detectors = detectorKeys.map((key) => ({
  key,
  settings: { checkBackDays: 7 as const, thresholdPercent: 30 },
}));

/** The API's answers about a run: its report, and each check's analysis and table. */
export type SampleReport = { run: RunReport; analyses: { result: DetectorResult; csv: CsvData }[] };

/** A first run of the product's engine on the demo project, with the segments that such a run learns. */
export const demoOutcomes = once((): readonly DetectorOutcome[] => {
  const dataset = demoDataset(anchor);
  const input = demoRunInput(dataset, lastDay, detectors);
  const { days } = input.aggregates!;
  const plan = chooseDimensions(input.aggregates!, { lastDay, checkBackDays: 7 }, null);
  return evaluateRun({ ...input, aggregates: profiledDays(dataset, days, plan) }).detectors;
});

/** The run as the server stores and the API returns it. */
export async function sampleReport(outcomes: readonly DetectorOutcome[]): Promise<SampleReport> {
  const objects = new MemoryObjects();
  const run = {
    workspaceId,
    record: { id: runId, detectors, startedAt },
    step: () => Promise.resolve(),
  };
  const judged = outcomes.map((outcome) => ({ key: outcome.key, outcome }));
  const records = await writeResults({ objects }, run, judged, { incidentOf: () => null, verdicts: null });
  const window = { lastDay, timeZone: "America/New_York" };
  const analyses = [];
  for (const record of records)
    analyses.push({
      result: detectorResultSchema.parse({
        ...record,
        runId,
        setupName: setup.name,
        window,
        rows: await readFirstFindings(objects, record.findings, mostDetailedRows),
      }),
      csv: csvDataSchema.parse({
        headers: [...csvColumns],
        rows: (await readFirstFindings(objects, record.findings, tableFindings)).map((row) =>
          csvCells(row, row.segment),
        ),
        totalRows: record.totalRows,
        filteredRows: record.filteredRows,
        note: null,
      }),
    });
  const rows = records.reduce((sum, { totalRows }) => sum + totalRows, 0);
  const report = runReportSchema.parse({
    id: runId,
    status: "completed",
    setupId: setup.id,
    trigger: "manual",
    createdAt: startedAt,
    startedAt,
    finishedAt: startedAt,
    summary: summarizeRun(records),
    setup,
    progress: { step: "", done: 0, total: null },
    rowsAnalysed: rows,
    rowsCounted: rows,
    error: null,
    isRecorded: true,
    window,
    detectors: await Promise.all(records.map((record) => toReportDetector(objects, record))),
    comparedWith: null,
    sameDaysAs: null,
  });
  return { run: report, analyses };
}
