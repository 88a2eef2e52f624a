import { Box, chakra, Flex } from "@chakra-ui/react";
import { placeOf } from "@contract/findings/segment-place";
import type { DetailedRow } from "@contract/results";
import type { DetectorResult } from "@contract/runs";
import { BellOff } from "lucide-react";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { stateWord } from "@/components/badges/state-badge";
import { Truncated } from "@/components/ui/truncated";
import { capitalized, formatNumber } from "@/lib/format";
import { changeColor } from "../findings/finding-row";
import {
  changeText,
  holderName,
  entityName,
  isKnown,
  isOpen,
  isProjectFinding,
  knownText,
  sinceText,
} from "../text/finding-text";

type FindingListProps = { detector: DetectorResult; selected: number; onSelect: (index: number) => void };

/** The list to choose a finding from, most important first. */
export const FindingList = ({ detector, selected, onSelect }: FindingListProps) => (
  <Box
    as="section"
    aria-label="Findings"
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="card"
    overflow="hidden"
  >
    <Box px={{ base: "4", sm: "4" }} py="3" textStyle="small" fontWeight="600" borderBottomWidth="1px">
      Findings{" "}
      <chakra.span color="fg.muted" fontWeight="400" ms="1">
        {formatNumber(detector.rows.length)}
      </chakra.span>
    </Box>
    {/* Long lists scroll beside the detail so that the table stays close. */}
    <chakra.ul maxH={{ base: "300px", lg: "720px" }} overflowY="auto">
      {inListOrder(detector.rows).map(({ row, index, isFirstKnown }, place) => (
        <chakra.li key={index} borderTopWidth={place ? "1px" : "0"}>
          {isFirstKnown && (
            <Box px="4" py="2" textStyle="label" color="fg.muted" bg="bg.subtle">
              {knownText(detector.rows.filter(isKnown))}
            </Box>
          )}
          <FindingButton
            type="button"
            aria-current={index === selected ? "true" : undefined}
            onClick={() => onSelect(index)}
          >
            {row.incident?.now?.status === "muted" ? (
              <BellOff size={15} />
            ) : (
              <SeverityIcon severity={row.severity} />
            )}
            <chakra.span srOnly>{severityWord(row.severity)}</chakra.span>
            <Box flex="1" minW="0">
              <Truncated text={entityName(row)} fontWeight="560" />
              <Truncated
                text={contextLine(row, detector.window?.lastDay)}
                textStyle="caption"
                color="fg.muted"
              />
            </Box>
            <Flex
              fontWeight="600"
              color={isKnown(row) ? "fg.muted" : changeColor(row.severity)}
              whiteSpace="nowrap"
            >
              {changeText(row)}
            </Flex>
          </FindingButton>
        </chakra.li>
      ))}
    </chakra.ul>
  </Box>
);

/** Known findings last. `index` is the index in the check's rows. */
function inListOrder(rows: readonly DetailedRow[]) {
  const placed = rows.map((row, index) => ({ row, index }));
  const known = placed.filter(({ row }) => isKnown(row));
  const others = placed.filter(({ row }) => !isKnown(row));
  return [...others, ...known].map((entry) => ({ ...entry, isFirstKnown: entry === known[0] }));
}

/** 'New, since Nov 17', 'Recovered, Nov 13–17', 'page_viewed on Android, new', 'Project, recovered, Nov 15'. */
function contextLine(row: DetailedRow, lastDay: string | undefined): string {
  const since = sinceText(row, lastDay);
  const holder = isProjectFinding(row) ? "Project" : holderName(row);
  const place = row.segment ? placeOf(row.segment) : "";
  const parts = [
    holder === "" ? capitalized(place) : `${holder} ${place}`.trim(),
    row.state ? stateWord(row.state) : "",
    // A property's event needs the space; the detail says since when.
    (isProjectFinding(row) || holder === "") && since && (isOpen(row, lastDay) ? `since ${since}` : since),
  ].filter(Boolean);
  return parts
    .map((part, index) => (index > 0 && part === stateWord(row.state ?? "new") ? part.toLowerCase() : part))
    .join(", ");
}

const FindingButton = chakra("button", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    gap: "2.5",
    width: "100%",
    px: "4",
    py: "2.5",
    textAlign: "start",
    textStyle: "small",
    cursor: "pointer",
    borderInlineStartWidth: "2px",
    borderColor: "transparent",
    _focusVisible: { outlineOffset: "-2px" },
    _hover: { bg: "bg.subtle" },
    "&[aria-current], &[aria-current]:hover": { bg: "accent.subtle", borderInlineStartColor: "accent.mark" },
    "& > svg": { mt: "1.5px" },
  },
});
