import type { RunReport, RunSummary } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { demoRunId } from "@/config/paths";
import { DocumentTitle } from "@/components/layout/document-title";
import { ErrorState } from "@/components/states/error-state";
import { PrintedAddress } from "@/components/layout/printed-address";
import { Page } from "@/components/layout/page";
import { UsesContext } from "@/components/project-context/uses";
import { useUses } from "@/data/project-context";
import { runReportQuery } from "@/data/runs";
import { isNotFound } from "@/lib/api-error";
import { causeGroups } from "./cause-groups";
import { Findings } from "../findings/findings-by-check";
import { ProjectFindings } from "../findings/project-findings";
import { ChecksWithoutFindings } from "./checks-without-findings";
import { ReportFooter, ReportHeader } from "./report-header";
import { NewNamesCard } from "./new-names-card";
import { ReportNotFound } from "../report-not-found";
import { useReportChecks } from "../findings/report-checks";
import { ReportSkeleton } from "./report-skeleton";
import { FirstStepsCard } from "../steps/first-steps-card";
import { FalseAlarmNote } from "../text/false-alarm-note";
import { PartialNotice, RunOutcome } from "./run-outcome";
import { VerdictCard } from "./verdict-card";
import { WhatBrokeCard } from "./what-broke-card";

/** One run: its result in a sentence, its findings, and the checks without findings. */
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
      <ReportNotFound title="Run not found" runId={runId} />
    ) : (
      <Page>
        <DocumentTitle title="Report" />
        <ErrorState error={report.error} title="Unable to load this report" onRetry={report.refetch} />
      </Page>
    );
  return <ReportView run={report.data} />;
}

export const ReportView = ({ run }: { run: RunReport }) => (
  <Page>
    <ReportHeader run={run} />
    {run.summary === null ? <RunOutcome run={run} /> : <Report run={run} summary={run.summary} />}
    <ReportFooter run={run} />
    {run.id !== demoRunId && <PrintedAddress />}
  </Page>
);

function Report({ run, summary }: { run: RunReport; summary: RunSummary }) {
  const { checks, remainingOf } = useReportChecks(run);
  const groups = causeGroups(checks);
  const findUse = useUses(run.setup.connection.id);
  const isFirst = run.id !== demoRunId && run.comparedWith === null && run.sameDaysAs === null;
  return (
    <>
      <PartialNotice run={run} />
      <VerdictCard run={run} summary={summary} groups={groups} />
      {isFirst && <FirstStepsCard run={run} topFinding={groups[0]?.findings[0]} />}
      <WhatBrokeCard run={run} checks={checks} groups={groups} />
      <NewNamesCard run={run} />
      <ProjectFindings run={run} />
      <UsesContext value={findUse}>
        <Findings run={run} checks={checks} remainingOf={remainingOf} />
      </UsesContext>
      <ChecksWithoutFindings run={run} />
      <FalseAlarmNote detectors={run.detectors} />
    </>
  );
}

/** Scrolls to the URL's fragment, which the router doesn't do. */
function useScrollToHash(isReady: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isReady || hash === "") return;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView?.({ block: "start" });
    target?.focus({ preventScroll: true });
  }, [hash, key, isReady]);
}
