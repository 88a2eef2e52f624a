import type { DetectorKey } from "@contract/detectors";
import type { DetectorResult } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { DocumentTitle } from "@/components/document-title";
import { ErrorState } from "@/components/error-state";
import { Page } from "@/components/page";
import { isNotFound } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { AnalysisHeader } from "./analysis-header";
import { AnalysisSkeleton } from "./analysis-skeleton";
import { CsvTable } from "./csv-table";
import { ChanceNote } from "./chance-note";
import { isDetectorKey } from "./detector-facts";
import { detectorResultQuery } from "./queries";
import { QuietAnalysis } from "./quiet-analysis";
import { ReportNotFound } from "./report-not-found";
import { RowBrowser, rowDetailId } from "./row-browser";
import { DownloadProblem, useDownload, type DownloadState } from "./use-download";
import { useSelectedRow } from "./use-selected-row";

/** One check of a run: its flagged rows, what each rests on, and the CSV. */
export function AnalysisPage() {
  const { runId = "", detectorId } = useParams();
  if (!isDetectorKey(detectorId)) return <ReportNotFound title="Check not found" />;
  return <Analysis key={`${runId} ${detectorId}`} runId={runId} detectorId={detectorId} />;
}

function Analysis({ runId, detectorId }: { runId: string; detectorId: DetectorKey }) {
  const result = useQuery(detectorResultQuery(runId, detectorId));
  const download = useDownload(runId, detectorId);
  if (result.isPending)
    return (
      <Page>
        <DocumentTitle title="Analysis" />
        <AnalysisSkeleton />
      </Page>
    );
  if (result.isError)
    return isNotFound(result.error) ? (
      <ReportNotFound title="Analysis not found" />
    ) : (
      <Page>
        <DocumentTitle title="Analysis" />
        <ErrorState error={result.error} title={messages.analysis.loadFailed} onRetry={result.refetch} />
      </Page>
    );
  const detector = result.data;
  return (
    <Page>
      <AnalysisHeader detector={detector} download={download} />
      <DownloadProblem download={download} />
      {detector.rows.length === 0 ? (
        <QuietAnalysis detector={detector} download={download} />
      ) : (
        <Findings detector={detector} download={download} />
      )}
    </Page>
  );
}

function Findings({ detector, download }: { detector: DetectorResult; download: DownloadState }) {
  const { selected, select } = useSelectedRow(detector.rows.length);
  const selectFromTable = (index: number) => {
    select(index);
    const detail = document.getElementById(rowDetailId);
    detail?.scrollIntoView?.({ block: "start" });
    detail?.focus({ preventScroll: true });
  };
  return (
    <>
      <RowBrowser detector={detector} selected={selected} onSelect={select} />
      <CsvTable detector={detector} download={download} onSelect={selectFromTable} />
      {detector.id === "event_count_change" && <ChanceNote detectors={[detector]} subject="that" />}
    </>
  );
}
