import { Box, chakra, Flex } from "@chakra-ui/react";
import type { ComparedFinding } from "@contract/replay";
import { headlineOf } from "@words";
import { useState } from "react";
import { RichText } from "@/components/badges/rich-text";
import { SegmentChip } from "@/components/badges/segment-chip";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { Button } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import { formatShortProjectDay } from "@/lib/format";

const shownAtFirst = 20;

type ReplayListProps = {
  findings: readonly ComparedFinding[];
  /** Describes the other settings: "at 40%". */
  compared: string | null;
};

/** Every finding on the day it was new. A comparison includes the findings of only one of the two settings. */
export function ReplayList({ findings, compared }: ReplayListProps) {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? findings : findings.slice(0, shownAtFirst);
  if (findings.length === 0) return null;
  return (
    <>
      <chakra.ul mt="7" borderTopWidth="1px">
        {shown.map((one, index) => (
          <Row key={index} {...one} compared={compared} />
        ))}
      </chakra.ul>
      {shown.length < findings.length && (
        <Button size="xs" mt="2" onClick={() => setLong(true)}>
          Show all {findings.length}
        </Button>
      )}
    </>
  );
}

function Row({ day, finding, change, compared }: ComparedFinding & { compared: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const isGone = change === "gone";
  const headline = finding.finding ? headlineOf(finding.finding, { hasPlace: false }) : finding.entity;
  return (
    <chakra.li borderBottomWidth="1px" py="2">
      <Flex gap="3" align="baseline">
        <Box width="48px" flexShrink={0} color="fg.muted">
          {formatShortProjectDay(day)}
        </Box>
        <Box flexShrink={0} alignSelf="center" lineHeight="0">
          <SeverityIcon severity={finding.severity} />
          <chakra.span srOnly>{severityWord(finding.severity)}: </chakra.span>
        </Box>
        <Box flex="1" minW="0" overflowWrap="anywhere" color={isGone ? "fg.muted" : undefined}>
          <chakra.span textDecoration={isGone ? "line-through" : undefined}>{headline}</chakra.span>{" "}
          {finding.segment && (
            <SegmentChip dimension={finding.segment.dimension} values={[finding.segment.value]} />
          )}
        </Box>
        {isGone || (change === "new" && compared !== null) ? (
          <SmallText flexShrink={0}>
            {change} {compared}
          </SmallText>
        ) : (
          <Button variant="link" flexShrink={0} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide" : "Show"}
            <chakra.span srOnly> how “{headline}” was decided</chakra.span>
          </Button>
        )}
      </Flex>
      {isOpen && (
        <SmallText mt="1" overflowWrap="anywhere">
          <RichText text={finding.reason} />
          {finding.cause && ` ${finding.cause}`}
        </SmallText>
      )}
    </chakra.li>
  );
}
