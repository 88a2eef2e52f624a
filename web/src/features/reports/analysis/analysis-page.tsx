import type { DetectorKey } from "@contract/detectors";
import type { DetectorResult } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { Page, PageHeader } from "@/components/layout/page";
import { detectorResultQuery } from "@/data/runs";
import { isNotFound } from "@/lib/api-error";
import { messages } from "@/lib/messages";
import { useOpenedFrom } from "@/lib/use-search";
import { CsvTable } from "../csv/csv-table";
import { FalseAlarmNote } from "../text/false-alarm-note";
import { isDetectorKey, checkedText, takesThreshold } from "../text/detector-facts";
import { NoFindings } from "./no-findings";
import { ReportNotFound, CheckNotFound } from "../report-not-found";
import { FindingBrowser, findingDetailId, analysisColumns } from "./finding-browser";
import { DownloadProblem, useDownload, type DownloadState, DownloadButton } from "../csv/use-download";
import { Box, Flex, Grid } from "@chakra-ui/react";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { demoRunId, paths } from "@/config/paths";
import { countOf, formatShortDate, formatNumber, formatPercent } from "@/lib/format";
import { detectorComparison, freshnessText } from "@/features/reports/text/summary-text";
import { SkeletonBar, SkeletonBox, SkeletonHead, Skeletons } from "@/components/states/skeleton";
import { PageState } from "@/components/states/page-state";

/** One check of a run: its findings, the evidence for each, and the CSV. */
export function AnalysisPage() {
  const { runId = "", detectorId } = useParams();
  if (!isDetectorKey(detectorId)) return <CheckNotFound />;
  return <Analysis key={`${runId} ${detectorId}`} runId={runId} detectorId={detectorId} />;
}

export function Analysis({ runId, detectorId }: { runId: string; detectorId: DetectorKey }) {
  const result = useQuery(detectorResultQuery(runId, detectorId));
  const download = useDownload(runId, detectorId);
  if (isNotFound(result.error)) return <ReportNotFound title="Analysis not found" runId={runId} />;
  if (!result.data)
    return (
      <PageState query={result} title="Analysis" failed={messages.analysis.loadFailed}>
        <AnalysisSkeleton />
      </PageState>
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
      <FalseAlarmNote detector={detector} />
    </>
  );
}

const neverChanges = () => () => {};

/** Which finding is shown. The URL holds its index; the first is shown for an index that doesn't exist. */
function useSelectedFinding(count: number) {
  const [search, setSearch] = useSearchParams();
  const openedFrom = useOpenedFrom();
  // The sample report's analyses are prerendered with the first finding, so hydration starts with it.
  const asked = useSyncExternalStore(
    neverChanges,
    () => Number(search.get("row") ?? 0),
    () => 0,
  );
  return {
    selected: Number.isInteger(asked) && asked >= 0 && asked < count ? asked : 0,
    select: (index: number) =>
      setSearch(index === 0 ? {} : { row: String(index) }, { replace: true, state: openedFrom }),
  };
}

/** The check's name and severity, what it compares, and the download. */
const AnalysisHeader = ({ detector, download }: { detector: DetectorResult; download: DownloadState }) => {
  const openedFrom = useOpenedFrom();
  const { id, name, severity, settings, counts } = detector;
  return (
    <PageHeader
      title={name}
      documentTitle={`${name}: ${detector.setupName}`}
      badge={<SeverityBadge severity={severity} size={14} />}
      crumbs={
        detector.runId === demoRunId
          ? [{ label: "Demo report", to: paths.demo }, { label: name }]
          : [
              { label: "Run History", to: paths.runs },
              {
                label: `${detector.setupName}, ${formatShortDate(detector.createdAt)}`,
                // With the report's filters.
                to: openedFrom?.to ?? paths.report(detector.runId),
              },
              { label: name },
            ]
      }
      actions={
        detector.rows.length > 0 && (
          <Box hideBelow="sm">
            <DownloadButton download={download} variant="solid" />
          </Box>
        )
      }
      description={
        <Flex wrap="wrap" columnGap="5" rowGap="1" textStyle="small" mt="1">
          {detector.window && <span>{freshnessText(detector.window)}</span>}
          <span>{detectorComparison(id, settings.checkBackDays)}</span>
          {takesThreshold(id) && <span>Threshold {formatPercent(settings.thresholdPercent)}</span>}
          <span>{checkedText(id, counts.analysed)} checked</span>
          <span>
            {countOf(counts.flagged, "finding")}
            {counts.recovered > 0 && `, ${formatNumber(counts.recovered)} recovered`}
            {counts.known > 0 && `, ${formatNumber(counts.known)} known`}
          </span>
        </Flex>
      }
    />
  );
};

/** Placeholder in the shape of the analysis while it loads. */
const AnalysisSkeleton = () => (
  <Skeletons label="Loading analysis">
    <SkeletonHead hasCrumbs hasFacts />
    <Grid templateColumns={analysisColumns} gap="4" alignItems="start">
      <SkeletonBox p="5">
        {[0, 1, 2].map((row) => (
          <SkeletonBar key={row} width="80%" height="36px" mt={row ? "4" : "0"} />
        ))}
      </SkeletonBox>
      <SkeletonBox p="5">
        <SkeletonBar width="200px" height="22px" />
        <SkeletonBar width="80%" mt="3" />
        <SkeletonBar width="100%" height="60px" mt="5" />
        <SkeletonBar width="100%" height="320px" mt="5" />
      </SkeletonBox>
    </Grid>
  </Skeletons>
);
