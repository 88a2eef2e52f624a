import { chakra } from "@chakra-ui/react";
import { countOf } from "@/lib/format";
import { Fold } from "./fold";
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

/** Findings with the same days and direction as one entry that expands to list them. */
export const FindingGroup = ({ runId, findings, lastDay, isPartOfMore }: FindingGroupProps) => (
  <chakra.li borderTopWidth="1px" borderColor="border">
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
  if (!row) return "";
  const count = `${isPartOfMore ? "At least " : ""}${countOf(findings.length, "event")}`;
  const verb = isDrop(row) ? "fell" : "rose";
  return isOpen(row, lastDay)
    ? `${count} ${verb} together, since ${sinceText(row, lastDay)}`
    : `${count} ${verb} together on ${sinceText(row, lastDay)} and have recovered`;
}
