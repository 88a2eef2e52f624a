import type { RunReport, RunSummary } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { DocumentTitle } from "@/components/document-title";
import { ErrorState } from "@/components/error-state";
import { Page } from "@/components/page";
import { runReportQuery } from "@/data/runs";
import { isNotFound } from "@/lib/api-error";
import { Findings } from "./findings";
import { ProjectRows } from "./project-rows";
import { QuietDetectors } from "./quiet-detectors";
import { ReportHeader } from "./report-header";
import { ReportNotFound } from "./report-not-found";
import { useReportChecks } from "./report-checks";
import { ReportSkeleton } from "./report-skeleton";
import { ChanceNote } from "./chance-note";
import { PartialNotice, RunOutcome } from "./run-outcome";
import { VerdictCard } from "./verdict-card";
import { WhatBrokeCard } from "./what-broke-card";

/** One run: its verdict, its findings and what was judged normal. */
export function ReportPage() {
  const { runId = "" } = useParams();
  const report = useQuery(runReportQuery(runId));
  useScrollToHash(report.isSuccess);
  if (report.isPending)
    return (
      <Page>
        <DocumentTitle title="Report" />
        <ReportSkeleton />
      </Page>
    );
  if (report.isError)
    return isNotFound(report.error) ? (
      <ReportNotFound />
    ) : (
      <Page>
        <DocumentTitle title="Report" />
        <ErrorState error={report.error} title="Unable to load this report" onRetry={report.refetch} />
      </Page>
    );
  const run = report.data;
  return (
    <Page>
      <ReportHeader run={run} />
      {run.summary === null ? <RunOutcome run={run} /> : <Report run={run} summary={run.summary} />}
    </Page>
  );
}

function Report({ run, summary }: { run: RunReport; summary: RunSummary }) {
  const { checks, restOf } = useReportChecks(run);
  return (
    <>
      <PartialNotice run={run} />
      <VerdictCard run={run} summary={summary} />
      <WhatBrokeCard run={run} checks={checks} />
      <ProjectRows run={run} />
      <Findings run={run} checks={checks} restOf={restOf} />
      <QuietDetectors run={run} />
      <ChanceNote detectors={run.detectors} subject="a run like this one" />
    </>
  );
}

/** The router changes the address without jumping to its fragment. */
function useScrollToHash(isReady: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isReady || hash === "") return;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView?.({ block: "start" });
    target?.focus({ preventScroll: true });
  }, [hash, key, isReady]);
}
