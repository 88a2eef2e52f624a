import { Box, chakra, Icon } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";
import { countOf } from "@/lib/format";
import { FindingRow } from "./finding-row";
import { isDrop, type PlacedFinding } from "./group-findings";
import { isOpen, sinceText } from "../text/finding-text";

type FindingGroupProps = {
  runId: string;
  findings: readonly PlacedFinding[];
  lastDay: string | undefined;
  /** The report holds only the first findings of a check, so there may be more like these. */
  isPartOfMore: boolean;
};

/** Findings of the same days and direction as one entry that opens to list them. */
export const FindingGroup = ({ runId, findings, lastDay, isPartOfMore }: FindingGroupProps) => (
  <chakra.li borderTopWidth="1px" borderColor="border">
    <chakra.details css={{ "&[open] > summary [data-chevron]": { transform: "rotate(90deg)" } }}>
      <chakra.summary
        display="flex"
        alignItems="center"
        gap="2"
        px={{ base: "4", sm: "5" }}
        py="3.5"
        cursor="pointer"
        listStyleType="none"
        _focusVisible={{ outlineOffset: "-2px" }}
        _hover={{ bg: "bg.subtle" }}
        css={{ "&::-webkit-details-marker": { display: "none" } }}
      >
        <Icon
          boxSize="15px"
          flexShrink={0}
          color="fg.muted"
          data-chevron
          transition="transform 120ms"
          aria-hidden
        >
          <ChevronRight strokeWidth={2.1} />
        </Icon>
        <Box fontWeight="600">{groupSentence(findings, lastDay, isPartOfMore)}</Box>
      </chakra.summary>
      <ul>
        {findings.map((finding) => (
          <FindingRow key={finding.index} runId={runId} finding={finding} lastDay={lastDay} />
        ))}
      </ul>
    </chakra.details>
  </chakra.li>
);

/** '14 events fell together on Oct 16–17 and have recovered'. */
function groupSentence(
  findings: readonly PlacedFinding[],
  lastDay: string | undefined,
  isPartOfMore: boolean,
): string {
  const row = findings[0]?.row;
  if (!row) return "";
  const count = `${isPartOfMore ? "At least " : ""}${countOf(findings.length, "event")}`;
  const verb = isDrop(row) ? "fell" : "rose";
  return isOpen(row, lastDay)
    ? `${count} ${verb} together, since ${sinceText(row, lastDay)}`
    : `${count} ${verb} together on ${sinceText(row, lastDay)} and have recovered`;
}
