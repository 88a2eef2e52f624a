import type { RunReport, RunSummary } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { demoRunId } from "@/config/paths";
import { Page, PrintedAddress } from "@/components/layout/page";
import { UsesContext } from "@/lib/find-use";
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
import { FirstStepsCard } from "../steps/first-steps-card";
import { PartialNotice, RunOutcome } from "./run-outcome";
import { VerdictCard } from "./verdict-card";
import { WhatBrokeCard } from "./what-broke-card";
import { Box, Flex, Grid } from "@chakra-ui/react";
import { SkeletonBar, SkeletonBox, SkeletonHead, Skeletons } from "@/components/states/skeleton";
import { PageState } from "@/components/states/page-state";

/** One run: its result in a sentence, its findings, and the checks without findings. */
export function ReportPage() {
  const { runId = "" } = useParams();
  const report = useQuery(runReportQuery(runId));
  useScrollToHash(report.isSuccess);
  if (isNotFound(report.error)) return <ReportNotFound title="Run not found" runId={runId} />;
  if (!report.data)
    return (
      <PageState query={report} title="Report" failed="Unable to load this report">
        <ReportSkeleton />
      </PageState>
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
      <WhatBrokeCard run={run} checks={checks} />
      <NewNamesCard run={run} />
      <ProjectFindings run={run} />
      <UsesContext value={findUse}>
        <Findings run={run} checks={checks} remainingOf={remainingOf} />
      </UsesContext>
      <ChecksWithoutFindings run={run} />
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

/** Placeholder in the shape of the report while it loads: verdict with a cell per check, then findings. */
const ReportSkeleton = () => (
  <Skeletons label="Loading report">
    <SkeletonHead hasCrumbs hasFacts />
    <SkeletonBox>
      <Box px={{ base: "4", sm: "5" }} py={{ base: "4", sm: "5" }}>
        <SkeletonBar width="280px" maxW="70%" height="24px" />
        <SkeletonBar width="460px" maxW="100%" mt="3" />
      </Box>
      <Grid templateColumns={{ base: "1fr", lg: "repeat(9, 1fr)" }} borderTopWidth="1px">
        {Array.from({ length: 9 }, (_, index) => (
          <Flex
            key={index}
            direction={{ base: "row", lg: "column" }}
            justify="space-between"
            align={{ base: "center", lg: "flex-start" }}
            px={{ base: "4", lg: "3.5" }}
            py={{ base: "2", lg: "3" }}
            minH={{ base: "36px", lg: "84px" }}
            borderTopWidth={{ base: index ? "1px" : "0", lg: "0" }}
            borderInlineStartWidth={{ lg: index ? "1px" : "0" }}
          >
            <SkeletonBar width={{ base: "45%", lg: "80%" }} height="10px" />
            <SkeletonBar width={{ base: "20%", lg: "50%" }} height="10px" />
          </Flex>
        ))}
      </Grid>
    </SkeletonBox>
    <SkeletonBox mt="4">
      {Array.from({ length: 4 }, (_, index) => (
        <Flex
          key={index}
          p={{ base: "4", sm: "5" }}
          gap="6"
          justify="space-between"
          borderTopWidth={index ? "1px" : "0"}
        >
          <Box flex="1">
            <SkeletonBar width="30%" />
            <SkeletonBar width="60%" mt="3" />
          </Box>
          <SkeletonBar width="168px" height="36px" hideBelow="sm" />
          <SkeletonBar width="72px" />
        </Flex>
      ))}
    </SkeletonBox>
  </Skeletons>
);
