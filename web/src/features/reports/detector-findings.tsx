import { Box, chakra, Flex, Heading, Icon } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { ChevronRight } from "lucide-react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ErrorState } from "@/components/error-state";
import { LinkButton } from "@/components/link-button";
import { SeverityBadge } from "@/components/severity-badge";
import { InlineLink, TextLink } from "@/components/text-link";
import { paths } from "@/config/paths";
import { countOf, formatNumber, formatPercent } from "@/lib/format";
import { messages } from "@/lib/messages";
import { detectorAnchor } from "./detector-cells";
import { takesThreshold } from "./detector-facts";
import { matches, type FindingFilter } from "./finding-filter";
import { FindingGroup } from "./finding-group";
import { FindingRow } from "./finding-row";
import { groupFindings } from "./group-findings";
import type { ReportCheck, RestOfCheck } from "./report-checks";
import { isFlaggedRow, isProjectRow } from "./row-text";

type DetectorFindingsProps = {
  run: RunReport;
  check: ReportCheck;
  rest: RestOfCheck;
  filter: FindingFilter;
};

/** A check with its findings; a move of the whole project has its place above all checks. */
export function DetectorFindings({ run, check, rest, filter }: DetectorFindingsProps) {
  const lastDay = run.window?.lastDay;
  const { detector, rows, missing } = check;
  const findings = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => !isProjectRow(row) && matches(row, filter));
  const details = paths.analysis(run.id, detector.id);
  return (
    <Card
      id={detectorAnchor(detector.id)}
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
            <Heading as="h3" textStyle="cardSubtitle">
              {detector.name}
            </Heading>
          </Flex>
          <Box textStyle="small" color="fg.muted">
            {groupNote(check)}
          </Box>
        </Flex>
        <Box hideBelow="sm">
          <LinkButton size="xs" to={details}>
            View Details
            <chakra.span srOnly> of {detector.name}</chakra.span>
            <Icon aria-hidden>
              <ChevronRight />
            </Icon>
          </LinkButton>
        </Box>
        <Box hideFrom="sm">
          <TextLink to={details} hasChevron>
            View Details
            <chakra.span srOnly> of {detector.name}</chakra.span>
          </TextLink>
        </Box>
      </Flex>
      <ul>
        {groupFindings(findings).map((entry) =>
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
        {missing > 0 && <MoreFindings check={check} rest={rest} details={details} />}
      </ul>
    </Card>
  );
}

type MoreFindingsProps = { check: ReportCheck; rest: RestOfCheck; details: string };

/** A report brings ten findings a check: the way to the others. */
const MoreFindings = ({ check: { detector, missing }, rest, details }: MoreFindingsProps) => (
  <chakra.li px={{ base: "4", sm: "5" }} py="3" borderTopWidth="1px" borderColor="border">
    {rest.error ? (
      <ErrorState error={rest.error} title={messages.analysis.loadFailed} onRetry={rest.load} />
    ) : rest.isLoaded ? (
      <Box textStyle="small" color="fg.muted">
        {countOf(missing, "more finding")} in the CSV file of{" "}
        <InlineLink to={details}>{detector.name}</InlineLink>.
      </Box>
    ) : (
      <Button size="xs" disabled={rest.isLoading} onClick={rest.load}>
        {rest.isLoading ? "Loading..." : `Show ${countOf(missing, "more finding")}`}
        <chakra.span srOnly> of {detector.name}</chakra.span>
      </Button>
    )}
  </chakra.li>
);

/** '3 of 231 flagged, one of them project-wide; threshold 30%'. */
function groupNote({ detector: { id, counts, settings }, rows }: ReportCheck): string {
  const hasProject = rows.some((row) => isProjectRow(row) && isFlaggedRow(row));
  return [
    `${formatNumber(counts.flagged)} of ${formatNumber(counts.analysed)} flagged`,
    hasProject && counts.flagged > 1 ? ", one of them project-wide" : hasProject ? ", project-wide" : "",
    takesThreshold(id) ? `; threshold ${formatPercent(settings.thresholdPercent)}` : "",
  ].join("");
}
