import type { Incident, IncidentDetail } from "../../../functions/src/contract/incidents.js";
import { incidentStandingSchema } from "../../../functions/src/contract/incidents/states.js";
import type { IncidentContext, Uses } from "../../../functions/src/contract/integrations/project-context.js";
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
import { once } from "../../../functions/src/common/once.js";
import { mixpanelClient } from "../../../functions/src/adapters/mixpanel/mixpanel-client.js";
import { VersionArrivals } from "../../../functions/src/engine/segments/versions/version-arrivals.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import type { DetectorOutcome } from "../../../functions/src/engine/model.js";
import { mixpanelAccess } from "../../../functions/src/features/connections/mixpanel-access.js";
import { readProjectContext } from "../../../functions/src/features/project-context/read-project-context.js";
import { findOnsets } from "../../../functions/src/features/runs/steps/find-onsets.js";
import { recordVersions } from "../../../functions/src/features/runs/steps/record-versions.js";
import {
  type IncidentOf,
  inStateOf,
  writeResults,
} from "../../../functions/src/features/runs/steps/write-results.js";
import { recordFindings } from "../../../functions/src/testing/record-findings.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { connectionBody, testApp } from "../../../functions/src/testing/test-app.js";
import { profiledDays } from "../../../emulators/src/mixpanel/demo-aggregates.testing.js";
import { demoDataset, demoRunInput } from "../../../emulators/src/mixpanel/demo-run.testing.js";
import { demoAccount } from "../../../emulators/src/mixpanel/projects.js";
import { startClient } from "../../../emulators/src/mixpanel/testing.js";
import { csvCells } from "../../../functions/src/engine/result-table.js";
import { toReportDetector } from "../../../functions/src/features/reports/get-report.js";
import { readFirstFindings, tableFindings } from "../../../functions/src/features/runs/finding-files.js";

/** The demo project's faults begin two days before its anchor, so a run one day later sees four bad days. */
const anchor = "2026-11-18";
export const lastDay = "2026-11-19";
const startedAt = "2026-11-20T11:00:00.000Z";
/** The ids of the sample's run and of its incident with a page, which its addresses need; see `web/src/config/paths.ts`. */
const sampleId = "demo";
const detectors = detectorKeys.map((key) => ({
  key,
  settings: { checkBackDays: 7 as const, thresholdPercent: 30 },
}));

/** The API's answers about a run: its report, each check's analysis and table, and what is known of the project. */
export type SampleReport = {
  run: RunReport;
  analyses: { result: DetectorResult; csv: CsvData }[];
  uses: Uses;
  /** By incident. */
  contexts: Record<string, IncidentContext>;
};
/** The API's answers about the run's most important incident. */
export type SampleIncident = { incident: IncidentDetail; context: IncidentContext; result: DetectorResult };

/** A first run of the product's engine on the demo project, with the segments that such a run learns. */
const demoRun = once(() => {
  const dataset = demoDataset(anchor);
  const input = demoRunInput(dataset, lastDay, detectors);
  const { days } = input.aggregates!;
  const plan = chooseDimensions(input.aggregates!, { lastDay, checkBackDays: 7 }, null);
  const aggregates = profiledDays(dataset, days, plan);
  const versions = new VersionArrivals(days);
  versions.add(aggregates);
  const { detectors: outcomes } = evaluateRun({ ...input, aggregates });
  const segmentProperties = plan.dimensions.map(({ property }) => property);
  return { outcomes, counts: input.counts, versions: versions.arrivals(), segmentProperties };
});
export const demoOutcomes = (): readonly DetectorOutcome[] => demoRun().outcomes;

/** A check's outcome with the incident of each row. */
export type PlacedOutcome = Omit<DetectorOutcome, "rows"> & { rows: readonly PlacedRow[] };
export type PlacedRow = ReturnType<typeof inStateOf>;
type Sample = { report: SampleReport; incident: SampleIncident; outcomes: readonly PlacedOutcome[] };

/** The run as the server stores and the API returns it, in a workspace that has read the project's context. */
export async function sample(): Promise<Sample> {
  const project = await startClient({ anchor, now: () => new Date(startedAt) });
  try {
    return await sampleOf(project.url);
  } finally {
    await project.close();
  }
}

async function sampleOf(mixpanelUrl: string): Promise<Sample> {
  const app = testApp({}, undefined, { mixpanel: mixpanelClient({ baseUrl: mixpanelUrl }) });
  app.clock.set(startedAt);
  const get = async <T>(path: string) => (await app.as("ada").get(`/api/v1/${path}`).expect(200)).body as T;
  const { username: serviceUsername, secret: secretRef } = demoAccount;
  const account = { ...connectionBody, serviceUsername, secretRef };
  const created = await app.as("ada").post("/api/v1/mixpanel/connections").send(account).expect(201);
  const { id: connectionId } = created.body as { id: string };
  await app.as("ada").post(`/api/v1/mixpanel/connections/${connectionId}/verify`).expect(200);
  await readProjectContext(app, { workspaceId: ada, connectionId });

  const { outcomes: ofDays, counts, versions, segmentProperties } = demoRun();
  const connection = await app.connections.get(ada, connectionId);
  const window = { lastDay, timeZone: "America/New_York" };
  const run = {
    workspaceId: ada,
    record: { id: sampleId, setup: { connection }, detectors, startedAt, plan: window },
    signal: new AbortController().signal,
    step: () => Promise.resolve(),
  };
  const access = mixpanelAccess(app, ada, connection);
  const outcomes = await findOnsets(
    app,
    run,
    { access, counts, stored: null, hours: null, previous: [] },
    ofDays,
  );
  await recordVersions(app, ada, connection, { versions });
  const recorded = { runId: sampleId, connectionId, lastTestedDay: lastDay };
  const placed = await recordFindings(app, ada, recorded, outcomes);
  const [first, ...others] = await get<Incident[]>("incidents?limit=100");
  const contextOf = (incident: Incident) => get<IncidentContext>(`incidents/${incident.id}/context`);

  const incidentOf: IncidentOf = (row) => {
    const found = placed(row);
    // Only this incident has a page that the others' readers may open.
    return found?.id === first!.id
      ? { ...found, id: sampleId, now: incidentStandingSchema.parse(first) }
      : found;
  };
  const judged = outcomes.map((outcome) => ({ key: outcome.key, outcome }));
  const records = await writeResults(app, run, judged, { incidentOf, verdicts: null });
  const { projectId, projectName } = connection;
  const setup = {
    id: sampleId,
    name: "All nine checks",
    connection: { id: connectionId, projectId, projectName },
  };
  const analyses: SampleReport["analyses"] = [];
  for (const record of records)
    analyses.push({
      result: detectorResultSchema.parse({
        ...record,
        runId: sampleId,
        setupName: setup.name,
        window,
        rows: await readFirstFindings(app.objects, record.findings, mostDetailedRows),
      }),
      csv: csvDataSchema.parse({
        headers: [...csvColumns],
        rows: (await readFirstFindings(app.objects, record.findings, tableFindings)).map((row) =>
          csvCells(row, row.segment),
        ),
        totalRows: record.totalRows,
        filteredRows: record.filteredRows,
        note: null,
      }),
    });
  const rows = records.reduce((sum, { totalRows }) => sum + totalRows, 0);
  const report = runReportSchema.parse({
    id: sampleId,
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
    detectors: await Promise.all(records.map((record) => toReportDetector(app.objects, record))),
    segmentProperties,
    comparedWith: null,
    sameDaysAs: null,
  });
  const contexts = Object.fromEntries(
    await Promise.all(others.map(async (one) => [one.id, withoutUses(await contextOf(one))] as const)),
  );
  const context = await contextOf(first!);
  const detail = await get<IncidentDetail>(`incidents/${first!.id}`);
  const { result } = analyses.find(({ result }) => result.id === first!.finding.detector)!;
  return {
    report: {
      run: report,
      analyses,
      uses: await get<Uses>(`mixpanel/connections/${connectionId}/uses`),
      contexts: { ...contexts, [sampleId]: withoutUses(context) },
    },
    incident: {
      incident: { ...detail, id: sampleId },
      context: withoutAddresses(context),
      result: { ...result, rows: result.rows.filter(({ incident }) => incident?.id === sampleId) },
    },
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      rows: outcome.rows.map((row) => inStateOf(row, placed(row))),
    })),
  };
}

/** Analyses show only the changes. */
const withoutUses = (context: IncidentContext): IncidentContext => ({ ...context, usedBy: null });

/** Nobody could open the demo project's dashboards and reports in Mixpanel. */
const withoutAddresses = ({ usedBy, ...context }: IncidentContext): IncidentContext => ({
  ...context,
  usedBy: usedBy && { ...usedBy, objects: usedBy.objects.map((object) => ({ ...object, url: null })) },
});
