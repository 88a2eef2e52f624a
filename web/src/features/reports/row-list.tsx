import { Box, chakra, Flex } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import type { DetectorResult } from "@contract/runs";
import { SeverityIcon, severityWord } from "@/components/severity-badge";
import { stateWord } from "@/components/state-badge";
import { Truncated } from "@/components/truncated";
import { formatNumber } from "@/lib/format";
import { changeColour } from "./finding-row";
import { changeText, contextText, entityName, isOpen, isProjectRow, sinceText } from "./row-text";

type RowListProps = { detector: DetectorResult; selected: number; onSelect: (index: number) => void };

/** Which row is shown: one button a row, in the order of the file. */
export const RowList = ({ detector, selected, onSelect }: RowListProps) => (
  <Box
    as="section"
    aria-label="Flagged rows"
    bg="bg.panel"
    borderWidth="1px"
    borderColor="border"
    borderRadius="card"
    overflow="hidden"
  >
    <Box
      px={{ base: "4", sm: "4" }}
      py="3"
      textStyle="small"
      fontWeight="600"
      borderBottomWidth="1px"
      borderColor="border"
    >
      Flagged rows{" "}
      <chakra.span color="fg.muted" fontWeight="400" ms="1">
        {formatNumber(detector.rows.length)}
      </chakra.span>
    </Box>
    {/* Long lists scroll beside the detail instead of pushing the table away. */}
    <chakra.ul maxH={{ base: "300px", lg: "720px" }} overflowY="auto">
      {detector.rows.map((row, index) => (
        <chakra.li key={index} borderTopWidth={index ? "1px" : "0"} borderColor="border">
          <RowButton
            type="button"
            aria-current={index === selected ? "true" : undefined}
            onClick={() => onSelect(index)}
          >
            <SeverityIcon severity={row.severity} />
            <chakra.span srOnly>{severityWord(row.severity)}</chakra.span>
            <Box flex="1" minW="0">
              <Truncated text={entityName(row)} fontWeight="560" />
              <Truncated
                text={contextLine(row, detector.window?.lastDay)}
                textStyle="label"
                fontWeight="400"
                color="fg.muted"
              />
            </Box>
            <Flex fontWeight="600" color={changeColour(row.severity)} whiteSpace="nowrap">
              {changeText(row)}
            </Flex>
          </RowButton>
        </chakra.li>
      ))}
    </chakra.ul>
  </Box>
);

/** 'New, since Nov 17', 'Recovered, Nov 13–17', 'page_viewed, new', 'Project, recovered, Nov 15'. */
function contextLine(row: DetailedRow, lastDay: string | undefined): string {
  const since = sinceText(row, lastDay);
  const parts = [
    isProjectRow(row) ? "Project" : contextText(row).replace(/^on /, ""),
    row.state ? stateWord(row.state) : "",
    // A property's event needs the room; since when stands in its detail.
    (isProjectRow(row) || !contextText(row)) && since && (isOpen(row, lastDay) ? `since ${since}` : since),
  ].filter(Boolean);
  return parts
    .map((part, index) => (index > 0 && part === stateWord(row.state ?? "new") ? part.toLowerCase() : part))
    .join(", ");
}

const RowButton = chakra("button", {
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
