import type { DetectorKey } from "@contract/detectors";
import type { DetectorResult } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { DocumentTitle } from "@/components/layout/document-title";
import { ErrorState } from "@/components/states/error-state";
import { Page } from "@/components/layout/page";
import { detectorResultQuery } from "@/data/runs";
import { isNotFound } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { AnalysisHeader } from "./analysis-header";
import { AnalysisSkeleton } from "./analysis-skeleton";
import { CsvTable } from "../csv/csv-table";
import { FalseAlarmNote } from "../text/false-alarm-note";
import { isDetectorKey } from "../text/detector-facts";
import { NoFindings } from "./no-findings";
import { CheckNotFound } from "../check-not-found";
import { ReportNotFound } from "../report-not-found";
import { FindingBrowser, findingDetailId } from "./finding-browser";
import { DownloadProblem, useDownload, type DownloadState } from "../csv/use-download";

/** One check of a run: its findings, the evidence for each, and the CSV. */
export function AnalysisPage() {
  const { runId = "", detectorId } = useParams();
  if (!isDetectorKey(detectorId)) return <CheckNotFound />;
  return <Analysis key={`${runId} ${detectorId}`} runId={runId} detectorId={detectorId} />;
}

export function Analysis({ runId, detectorId }: { runId: string; detectorId: DetectorKey }) {
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
      <ReportNotFound title="Analysis not found" runId={runId} />
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
        <NoFindings detector={detector} download={download} />
      ) : (
        <Findings detector={detector} download={download} />
      )}
    </Page>
  );
}

function Findings({ detector, download }: { detector: DetectorResult; download: DownloadState }) {
  const { selected, select } = useSelectedFinding(detector.rows.length);
  const selectFromTable = (index: number) => {
    select(index);
    const detail = document.getElementById(findingDetailId);
    detail?.scrollIntoView?.({ block: "start" });
    detail?.focus({ preventScroll: true });
  };
  return (
    <>
      <FindingBrowser detector={detector} selected={selected} onSelect={select} />
      <CsvTable detector={detector} download={download} onSelect={selectFromTable} />
      <FalseAlarmNote detectors={[detector]} />
    </>
  );
}

const neverChanges = () => () => {};

/** Which finding is shown. The URL holds its index; the first is shown for an index that doesn't exist. */
function useSelectedFinding(count: number) {
  const [search, setSearch] = useSearchParams();
  // The sample report's analyses are prerendered with the first finding, so hydration starts with it.
  const asked = useSyncExternalStore(
    neverChanges,
    () => Number(search.get("row") ?? 0),
    () => 0,
  );
  return {
    selected: Number.isInteger(asked) && asked >= 0 && asked < count ? asked : 0,
    select: (index: number) => setSearch(index === 0 ? {} : { row: String(index) }, { replace: true }),
  };
}
