import { Box, chakra } from "@chakra-ui/react";
import { causeWordsOf } from "@words";
import { causePercent, causeText } from "@contract/findings/cause-text";
import type { DetailedRow, SegmentBreakdown } from "@contract/results";
import type { ReactNode } from "react";
import { capitalized, formatUpTo } from "@/lib/format";
import { SmallText, Subheading } from "@/components/ui/text";
import { ShareBar, TickSample } from "../share-bar";
import { FromTo } from "@/components/badges/arrow";
import { changeInside, segmentLabel, type BrokenDown } from "./segment-geometry";

type SegmentTableProps = {
  breakdown: SegmentBreakdown;
  row: DetailedRow;
  severity: "alert" | "warning";
  unit: "events" | "profiles";
};

/**
 * "Where … come from": each segment's share of the affected events, its share of all events, and its values
 * before and after.
 */
export function SegmentTable({ breakdown, row, severity, unit }: SegmentTableProps) {
  const { dimension, measure, segments } = breakdown;
  if (!row.finding) return null;
  const words = causeWordsOf(row.finding);
  const what = measure === "events" ? words.affected : `${measure} values`;
  return (
    <Box minW="0">
      <Subheading>Where the {what} come from</Subheading>
      <chakra.table width="100%" mt="2" textStyle="small" css={{ borderCollapse: "collapse" }}>
        <chakra.caption srOnly>
          Share of the {what} and of all {unit} by {dimension}
        </chakra.caption>
        <thead>
          <chakra.tr textStyle="label" color="fg.muted">
            <Head width="26%">{dimension}</Head>
            <Head width="36%">{capitalized(what)}</Head>
            <Head isNumber hideBelow="sm">
              <TickSample />
              All {unit}
            </Head>
            <Head isNumber>{insideHeads[measure]}</Head>
          </chakra.tr>
        </thead>
        <tbody>
          {segments.map((segment) => (
            <Row key={segment.value ?? ""} {...{ segment, measure, severity }} />
          ))}
        </tbody>
      </chakra.table>
      {row.causeDetail?.others.map((other) => (
        <SmallText key={other.property} mt="2">
          Also: {causeText(other, words)}.
        </SmallText>
      ))}
    </Box>
  );
}

const insideHeads = {
  missing: "Missing inside",
  shifted: "Shifted inside",
  events: "Events per day",
} as const;

type HeadProps = { children: ReactNode; width?: string; isNumber?: boolean; hideBelow?: "sm" };

const Head = ({ children, width, isNumber = false, hideBelow }: HeadProps) => (
  <chakra.th
    scope="col"
    py="1.5"
    pe={isNumber ? "0" : "3"}
    ps={isNumber ? "2" : "0"}
    fontWeight="400"
    textAlign={isNumber ? "end" : "start"}
    verticalAlign="bottom"
    // Paper has all columns, whatever its width.
    whiteSpace={isNumber ? { base: "nowrap", _print: "normal" } : undefined}
    hideBelow={hideBelow}
    width={width}
  >
    {children}
  </chakra.th>
);

type RowProps = { segment: BrokenDown; measure: SegmentBreakdown["measure"]; severity: "alert" | "warning" };

function Row({ segment, measure, severity }: RowProps) {
  const { isNamed, part, usual, before, after } = segment;
  const inside =
    measure === "events"
      ? { from: formatUpTo(before, before < 10 ? 1 : 0), to: formatUpTo(after, after < 10 ? 1 : 0) }
      : changeInside(measure, segment);
  return (
    <chakra.tr borderTopWidth="1px">
      <chakra.th
        scope="row"
        py="2"
        pe="3"
        fontWeight={isNamed ? "600" : "400"}
        textAlign="start"
        minW="64px"
        overflowWrap="anywhere"
      >
        {segmentLabel(segment)}
      </chakra.th>
      <chakra.td py="2" pe="3">
        <ShareBar part={part} usual={usual} color={isNamed ? `${severity}.solid` : "chart.baseline"} />
      </chakra.td>
      <chakra.td py="2" ps="2" textAlign="end" color="fg.muted" hideBelow="sm">
        {causePercent(usual)}
      </chakra.td>
      <chakra.td
        py="2"
        ps="2"
        textAlign="end"
        fontWeight={isNamed ? "600" : "400"}
        color={isNamed ? `${severity}.fg` : "fg"}
      >
        <FromTo {...inside} />
      </chakra.td>
    </chakra.tr>
  );
}
