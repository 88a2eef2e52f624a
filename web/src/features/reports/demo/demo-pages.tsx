import { useParams } from "react-router-dom";
import { SamplePage, sampleQueries } from "@/components/sample/sample-page";
import { demoRunId } from "@/config/paths";
import { Analysis } from "../analysis/analysis-page";
import { CheckNotFound } from "../report-not-found";
import { ReportView } from "../summary/report-page";
import { isDetectorKey } from "../text/detector-facts";
import type { IncidentContext, Uses } from "@contract/integrations/project-context";
import type { CsvData, DetectorResult, RunReport } from "@contract/runs";
import { incidentContextQuery, usesQuery } from "@/data/project-context";
import { detectorResultQuery } from "@/data/runs";
import { csvDataQuery } from "@/features/reports/queries";
import data from "./sample-report.json";

/** The public sample report: the report page with bundled data. */
export const DemoReportPage = () => (
  <SamplePage kind="report" queries={queries}>
    <ReportView run={sample.run} />
  </SamplePage>
);

/** One check of the sample report. */
export function DemoAnalysisPage() {
  const { detectorId } = useParams();
  if (!isDetectorKey(detectorId)) return <CheckNotFound />;
  return (
    <SamplePage kind="report" queries={queries}>
      <Analysis key={detectorId} runId={demoRunId} detectorId={detectorId} />
    </SamplePage>
  );
}

/** The API's responses for a run on the demo project; `bench/src/web/write-landing-data.ts` writes it. */
const sample = data as unknown as {
  run: RunReport;
  analyses: { result: DetectorResult; csv: CsvData }[];
  uses: Uses;
  contexts: Record<string, IncidentContext>;
};

const queries = sampleQueries();
for (const { result, csv } of sample.analyses) {
  queries.setQueryData(detectorResultQuery(sample.run.id, result.id).queryKey, result);
  queries.setQueryData(csvDataQuery(sample.run.id, result.id).queryKey, csv);
}
queries.setQueryData(usesQuery(sample.run.setup.connection.id).queryKey, sample.uses);
for (const [incidentId, context] of Object.entries(sample.contexts))
  queries.setQueryData(incidentContextQuery(incidentId).queryKey, context);
