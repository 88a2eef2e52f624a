import * as words from "@words";
import { Box, chakra, Flex } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { ChevronRight } from "lucide-react";
import { Button, LinkButton } from "@/components/ui/button";
import { SparklineKey } from "@/components/charts/sparkline";
import { Card, cardRow } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { InlineLink, ArrowLink } from "@/components/ui/text-link";
import { SmallText, Subheading } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { countOf, formatNumber, formatPercent } from "@/lib/format";
import { messages } from "@/lib/messages";
import { checkedText, takesThreshold } from "../text/detector-facts";
import { compareFindings, matchesView, type FindingView } from "./finding-filter";
import { Fold } from "./fold";
import { FindingRow } from "./finding-row";
import { groupFindings, type PlacedFinding } from "./group-findings";
import { checkAnchor, type ReportCheck, type RemainingFindings } from "./report-checks";
import { isKnown, isOpenFinding, isProjectFinding, knownText, isOpen, sinceText } from "../text/finding-text";

type CheckFindingsProps = {
  run: RunReport;
  check: ReportCheck;
  remaining: RemainingFindings;
  view: FindingView;
};

/** A check with its findings; those of the whole project are shown above all checks. */
export function CheckFindings({ run, check, remaining, view }: CheckFindingsProps) {
  const lastDay = run.window?.lastDay;
  const { detector, rows, missing } = check;
  const findings = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => (!isProjectFinding(row) || isKnown(row)) && matchesView(row, view))
    .sort((a, b) => compareFindings(view.sort)(a.row, b.row));
  const known = findings.filter(({ row }) => isKnown(row));
  const kind = findings.find(({ row }) => row.series)?.row.series?.kind;
  const details = paths.analysis(run.id, detector.id);
  return (
    <Card
      id={checkAnchor(detector.id)}
      tabIndex={-1}
      aria-label={detector.name}
      overflow="hidden"
      scrollMarginTop="4"
    >
      <Flex
        px={{ base: "4", sm: "5" }}
        pt="2.5"
        pb={{ base: "1", sm: "2.5" }}
        gap={{ base: "0", sm: "3" }}
        bg="bg.subtle"
        align={{ base: "flex-start", sm: "center" }}
        direction={{ base: "column", sm: "row" }}
      >
        <Flex flex="1" align="center" columnGap="3" rowGap="1" wrap="wrap" minW="0">
          <Flex align="center" gap="2">
            <SeverityBadge severity={detector.severity} />
            <Subheading>{detector.name}</Subheading>
          </Flex>
          <SmallText>{groupNote(check)}</SmallText>
        </Flex>
        <Box hideBelow="sm">
          <LinkButton size="xs" to={details}>
            View Details
            <chakra.span srOnly> of {detector.name}</chakra.span>
            <ChevronRight />
          </LinkButton>
        </Box>
        <Box hideFrom="sm">
          <ArrowLink to={details}>
            View Details
            <chakra.span srOnly> of {detector.name}</chakra.span>
          </ArrowLink>
        </Box>
      </Flex>
      {kind && (
        <Box {...cardRow} py="2">
          <SparklineKey kind={kind} />
        </Box>
      )}
      <ul>
        {groupFindings(findings.filter(({ row }) => !isKnown(row))).map((entry) =>
          entry.kind === "row" ? (
            <FindingRow key={entry.finding.index} runId={run.id} finding={entry.finding} lastDay={lastDay} />
          ) : (
            <FindingGroup
              key={entry.findings[0]?.index}
              runId={run.id}
              findings={entry.findings}
              lastDay={lastDay}
              isPartOfMore={missing > 0}
            />
          ),
        )}
        {known.length > 0 && (
          <KnownFindings key={view.state} isOpen={view.state === "known"} {...{ run, known, lastDay }} />
        )}
        {missing > 0 && <MoreFindings check={check} remaining={remaining} details={details} />}
      </ul>
    </Card>
  );
}

type KnownFindingsProps = {
  run: RunReport;
  known: readonly PlacedFinding[];
  lastDay: string | undefined;
  isOpen: boolean;
};

/** Findings that someone has handled, folded. */
const KnownFindings = ({ run, known, lastDay, isOpen }: KnownFindingsProps) => (
  <chakra.li borderTopWidth="1px">
    <Fold title={knownText(known.map(({ row }) => row))} isOpen={isOpen}>
      <chakra.ul bg="bg.subtle">
        {known.map((finding) => (
          <FindingRow key={finding.index} runId={run.id} finding={finding} lastDay={lastDay} />
        ))}
      </chakra.ul>
    </Fold>
  </chakra.li>
);

type MoreFindingsProps = { check: ReportCheck; remaining: RemainingFindings; details: string };

/** Loads the other findings; a report has only ten per check. */
const MoreFindings = ({ check: { detector, missing }, remaining, details }: MoreFindingsProps) => (
  <chakra.li {...cardRow} py="3">
    {remaining.error ? (
      <ErrorState error={remaining.error} title={messages.analysis.loadFailed} onRetry={remaining.load} />
    ) : remaining.isLoaded ? (
      <SmallText>
        {countOf(missing, "more finding")} in the CSV file of{" "}
        <InlineLink to={details}>{detector.name}</InlineLink>.
      </SmallText>
    ) : (
      <Button size="xs" disabled={remaining.isLoading} onClick={remaining.load}>
        {remaining.isLoading ? "Loading..." : `Show ${countOf(missing, "more finding")}`}
        <chakra.span srOnly> of {detector.name}</chakra.span>
      </Button>
    )}
  </chakra.li>
);

/** '3 findings in 231 events, one of them project-wide; threshold 30%'. */
function groupNote({ detector: { id, counts, settings }, rows }: ReportCheck): string {
  const hasProject = rows.some((row) => isProjectFinding(row) && isOpenFinding(row));
  return [
    `${countOf(counts.flagged, "finding")} in ${checkedText(id, counts.analysed)}`,
    hasProject && counts.flagged > 1 ? ", one of them project-wide" : hasProject ? ", project-wide" : "",
    counts.known > 0 ? `, ${formatNumber(counts.known)} known` : "",
    takesThreshold(id) ? `; threshold ${formatPercent(settings.thresholdPercent)}` : "",
  ].join("");
}

type FindingGroupProps = {
  runId: string;
  findings: readonly PlacedFinding[];
  lastDay: string | undefined;
  /** The report holds only the first findings of a check, so there may be more like these. */
  isPartOfMore: boolean;
};

/** Findings with the same days and direction as one entry that expands to list them. */
const FindingGroup = ({ runId, findings, lastDay, isPartOfMore }: FindingGroupProps) => (
  <chakra.li borderTopWidth="1px">
    <Fold title={groupSentence(findings, lastDay, isPartOfMore)}>
      <ul>
        {findings.map((finding) => (
          <FindingRow key={finding.index} runId={runId} finding={finding} lastDay={lastDay} />
        ))}
      </ul>
    </Fold>
  </chakra.li>
);

/** '14 events fell together on Oct 16–17 and have recovered'. */
function groupSentence(
  findings: readonly PlacedFinding[],
  lastDay: string | undefined,
  isPartOfMore: boolean,
): string {
  const row = findings[0]?.row;
  if (!row?.finding) return "";
  const count = `${isPartOfMore ? "At least " : ""}${countOf(findings.length, "event")}`;
  const verb = words.togetherText(row.finding);
  return isOpen(row, lastDay)
    ? `${count} ${verb}, since ${sinceText(row, lastDay)}`
    : `${count} ${verb} on ${sinceText(row, lastDay)} and have recovered`;
}
