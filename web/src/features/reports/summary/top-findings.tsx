import { Box, chakra } from "@chakra-ui/react";
import { sharedText } from "@contract/incidents/began-together";
import { Link } from "react-router-dom";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { paths } from "@/config/paths";
import { countOf } from "@/lib/format";
import { causeSentence, headlineOf } from "../text/finding-text";
import { RichText } from "@/components/badges/rich-text";
import { SmallText } from "@/components/ui/text";
import { cardRow } from "@/components/layout/card";
import type { CauseGroup } from "./cause-groups";

/** How many groups are named at the top of a report. */
const maxShown = 3;

type TopFindingsProps = {
  runId: string;
  groups: readonly CauseGroup[];
  /** Last tested day of the run. */
  lastDay: string | undefined;
};

/** The most important findings in words, one per cause. */
export const TopFindings = ({ runId, groups, lastDay }: TopFindingsProps) =>
  groups.length === 0 ? null : (
    <chakra.ol aria-label="Most important findings" borderTopWidth="1px">
      {groups.slice(0, maxShown).map((group) => (
        <TopFinding
          key={group.findings[0].row.detector + group.findings[0].index}
          {...{ runId, group, lastDay }}
        />
      ))}
    </chakra.ol>
  );

type TopFindingProps = { runId: string; group: CauseGroup; lastDay: string | undefined };

function TopFinding({ runId, group: { findings }, lastDay }: TopFindingProps) {
  const [{ row, index }, ...others] = findings;
  const cause = causeSentence(row);
  const change = sharedText({ change: row.incident?.sameDayChange ?? null, segment: null });
  const context = [
    cause,
    others.length > 0 && `${countOf(others.length, "more finding")} with the same cause.`,
    change && `Began ${change}.`,
  ].filter(Boolean);
  return (
    <chakra.li
      position="relative"
      display="flex"
      gap="2.5"
      _hover={{ bg: "bg.subtle" }}
      {...cardRow}
      py={{ base: "2", sm: "2.5" }}
      css={{ "&:first-of-type": { borderTopWidth: "0" } }}
    >
      <Box pt="2px">
        <SeverityIcon severity={row.severity} />
        <chakra.span srOnly>{severityWord(row.severity)}: </chakra.span>
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        <FindingLink to={paths.finding(runId, row.detector, index)}>
          <RichText text={headlineOf(row, lastDay)} />
        </FindingLink>
        {context.length > 0 && (
          <SmallText>
            <RichText text={context.join(" ")} />
          </SmallText>
        )}
      </Box>
    </chakra.li>
  );
}

const FindingLink = chakra(Link, {
  base: {
    display: "inline-block",
    color: "inherit",
    textDecoration: "none",
    borderRadius: "badge",
    fontWeight: "560",
    "& > b": { fontWeight: "inherit" },
    // Makes the whole row clickable.
    _after: { content: '""', position: "absolute", inset: "0" },
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});
