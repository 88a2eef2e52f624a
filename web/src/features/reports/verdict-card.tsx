import { Box, chakra, Flex, Heading } from "@chakra-ui/react";
import type { RunReport, RunSummary } from "@contract/runs";
import { Fragment, type ReactNode } from "react";
import { Card } from "@/components/card";
import { countOf, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { DetectorCells } from "./detector-cells";
import { comparisonText, stateTotals } from "./verdict";

/** The verdict in one sentence, what is new, and one cell a check. */
export function VerdictCard({ run, summary }: { run: RunReport; summary: RunSummary }) {
  const totals = stateTotals(run);
  return (
    <Card aria-label="Verdict" overflow="hidden">
      <Flex
        px={{ base: "4", sm: "5" }}
        py={{ base: "4", sm: "5" }}
        gap={{ base: "4", lg: "8" }}
        direction={{ base: "column", lg: "row" }}
        justify="space-between"
      >
        <Box minW="0">
          <Heading as="h2" textStyle="verdict" textWrap="balance">
            {verdictOf(summary, run.detectors.length)}
          </Heading>
          <Box color="fg.muted">{comparisonText(run)}</Box>
        </Box>
        <chakra.dl
          display="flex"
          gap="7"
          flexShrink={0}
          borderTopWidth={{ base: "1px", lg: "0" }}
          borderColor="border"
          pt={{ base: "4", lg: "0" }}
          justifyContent={{ base: "space-between", lg: "flex-end" }}
        >
          <Total count={totals.new} label="new" />
          <Total count={totals.ongoing} label="ongoing" />
          <Total count={totals.recovered} label="recovered" />
        </chakra.dl>
      </Flex>
      <DetectorCells detectors={run.detectors} />
    </Card>
  );
}

/** '3 alerts and 2 warnings in 9 checks', with the severities in their colours. */
function verdictOf({ alerts, warnings, passed }: RunSummary, checks: number): ReactNode {
  const parts = [
    alerts > 0 && (
      <chakra.span key="alerts" color="alert.fg" whiteSpace="nowrap">
        {countOf(alerts, "alert")}
      </chakra.span>
    ),
    warnings > 0 && (
      <chakra.span key="warnings" color="warning.fg" whiteSpace="nowrap">
        {countOf(warnings, "warning")}
      </chakra.span>
    ),
  ].filter(Boolean);
  if (parts.length === 0)
    return passed === 0 ? `No verdict yet in ${countOf(checks, "check")}` : messages.analysis.noIssues;
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && " and "}
          {part}
        </Fragment>
      ))}{" "}
      <chakra.span whiteSpace="nowrap">in {countOf(checks, "check")}</chakra.span>
    </>
  );
}

const Total = ({ count, label }: { count: number; label: string }) => (
  <Flex
    direction={{ base: "row", lg: "column-reverse" }}
    align={{ base: "baseline", lg: "flex-end" }}
    gap={{ base: "1.5", lg: "0" }}
    justify="flex-end"
  >
    <chakra.dt order={{ base: 1, lg: 0 }} textStyle="small" color="fg.muted">
      {label}
    </chakra.dt>
    <chakra.dd textStyle={{ base: "cardTitle", lg: "verdict" }}>{formatNumber(count)}</chakra.dd>
  </Flex>
);
