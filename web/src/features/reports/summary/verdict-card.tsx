import { Box, chakra, Flex, Heading } from "@chakra-ui/react";
import { summaryText } from "@contract/run-summary";
import type { RunReport, RunSummary } from "@contract/runs";
import type { ReactNode } from "react";
import { Card } from "@/components/layout/card";
import { countOf, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { CheckCells } from "./check-cells";
import { comparisonText, stateTotals } from "../text/summary-text";
import type { CauseGroup } from "./cause-groups";
import { TopFindings } from "./top-findings";

type VerdictCardProps = { run: RunReport; summary: RunSummary; groups: readonly CauseGroup[] };

/** The result in one sentence, the most important findings in words, what is new, and one cell per check. */
export function VerdictCard({ run, summary, groups }: VerdictCardProps) {
  const totals = stateTotals(run);
  return (
    <Card aria-label="Verdict" overflow="hidden">
      <Box
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) auto" }}
        css={areas}
        alignItems="start"
      >
        <Heading
          as="h2"
          textStyle="verdict"
          textWrap="balance"
          gridArea="result"
          px={padding}
          pt={{ base: "3.5", sm: "5" }}
          pb={{ base: "2.5", lg: "0" }}
        >
          {resultOf(summary, run.detectors.length)}
        </Heading>
        <Box
          color="fg.muted"
          gridArea="compared"
          px={padding}
          pb={{ base: "3", lg: "4" }}
          minW="0"
          overflowWrap="anywhere"
        >
          {comparisonText(run)}
        </Box>
        <Box gridArea="top" minW="0">
          <TopFindings runId={run.id} groups={groups} lastDay={run.window?.lastDay} />
        </Box>
        <chakra.dl
          gridArea="totals"
          display="flex"
          flexWrap={{ base: "wrap", lg: "nowrap" }}
          columnGap={{ base: "5", lg: "7" }}
          rowGap="1"
          px={padding}
          py={{ base: "4", lg: "5" }}
          justifyContent={{ lg: "flex-end" }}
        >
          <Total count={totals.new} label="new" />
          {totals.worse > 0 && <Total count={totals.worse} label="worse" />}
          {totals.regressed > 0 && <Total count={totals.regressed} label="back again" />}
          <Total count={totals.ongoing} label="ongoing" />
          <Total count={totals.recovered} label="recovered" />
          {totals.known > 0 && <Total count={totals.known} label="known" />}
        </chakra.dl>
      </Box>
      <CheckCells detectors={run.detectors} />
    </Card>
  );
}

const padding = { base: "4", sm: "5" };
/** In the order of the elements: pages arrive in pieces, and what is already read must not move. */
const areas = {
  gridTemplateAreas: {
    base: '"result" "compared" "top" "totals"',
    lg: '"result totals" "compared totals" "top top"',
  },
};

/** The result in the same words as in lists and emails, with the severities in color. */
function resultOf(summary: RunSummary, checks: number): ReactNode {
  const { findings, passed } = summary;
  if (findings.alerts + findings.warnings + findings.known === 0)
    return passed === 0 ? `No verdict yet from ${countOf(checks, "check")}` : messages.analysis.noIssues;
  return summaryText(summary)
    .split(/([\d,]+ (?:new )?(?:alert|warning)s?)/)
    .map((part, index) =>
      index % 2 === 1 ? (
        <chakra.span
          key={part}
          color={part.includes("alert") ? "alert.fg" : "warning.fg"}
          whiteSpace="nowrap"
        >
          {part}
        </chakra.span>
      ) : (
        part
      ),
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
