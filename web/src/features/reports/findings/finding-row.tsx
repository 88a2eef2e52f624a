import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import { isNamed, namesOf } from "@contract/findings/finding";
import { isWidelyUsed, usedByText, type UseSummary } from "@contract/integrations/project-context";
import { SegmentChip } from "@/components/badges/segment-chip";
import { StateBadge } from "@/components/badges/state-badge";
import { IncidentLine } from "@/components/incidents/incident-line";
import { SubjectLink } from "@/components/ui/text-link";
import { useFindUse } from "@/lib/find-use";
import { paths } from "@/config/paths";
import { FindingFigures } from "./finding-figures";
import { findingColumns } from "./finding-layout";
import type { PlacedFinding } from "./group-findings";
import { RichText } from "@/components/badges/rich-text";
import { SmallText } from "@/components/ui/text";
import { cardRow } from "@/components/layout/card";
import { useThisPage } from "@/lib/use-search";
import { contextText, entityName, findingSentence, isKnown, shownSegment } from "../text/finding-text";

type FindingRowProps = {
  runId: string;
  finding: PlacedFinding;
  /** Last tested day of the run. */
  lastDay: string | undefined;
};

/**
 * One finding: what broke, why, its incident, its last four weeks and its figures. The name opens the
 * analysis, as it does wherever a report names a finding.
 */
export function FindingRow({ runId, finding: { row, index }, lastDay }: FindingRowProps) {
  const segment = shownSegment(row);
  const findUse = useFindUse();
  const subject = row.finding?.subject;
  const use = subject && isNamed(subject) && findUse(namesOf(subject));
  const from = useThisPage("Report");
  return (
    <Grid
      as="li"
      templateColumns={findingColumns}
      columnGap="4"
      rowGap="2"
      alignItems="center"
      {...cardRow}
      py="3.5"
    >
      <Box minW="0" maxW="620px">
        <Flex align="center" columnGap="2" rowGap="1" wrap="wrap">
          <SubjectLink to={paths.finding(runId, row.detector, index)} state={from}>
            {entityName(row)}
          </SubjectLink>
          {contextText(row) && (
            <chakra.span color="fg.muted" overflowWrap="anywhere">
              {contextText(row)}
            </chakra.span>
          )}
          {segment && <SegmentChip {...segment} />}
          {row.state && <StateBadge state={row.state} />}
        </Flex>
        {use && isWidelyUsed(use) && <UsedBy use={use} />}
        <SmallText mt="1" overflowWrap="anywhere">
          <RichText text={findingSentence(row, lastDay)} />
        </SmallText>
        {use && !isWidelyUsed(use) && <UsedBy use={use} />}
        <IncidentLine incident={row.incident} from={from} />
      </Box>
      <FindingFigures
        row={row}
        lastDay={lastDay}
        color={isKnown(row) ? "fg.muted" : changeColor(row.severity)}
        isQuiet={isKnown(row)}
      />
    </Grid>
  );
}

const UsedBy = ({ use }: { use: UseSummary }) => (
  <Box textStyle="small" color={isWidelyUsed(use) ? "fg" : "fg.subtle"} mt="1">
    {usedByText(use)}
  </Box>
);

/** Color of a row's change; changes that are over have none. */
export const changeColor = (severity: PlacedFinding["row"]["severity"]): string =>
  severity === "alert" || severity === "warning" ? `${severity}.fg` : "fg";
