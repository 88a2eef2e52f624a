import { Box, chakra } from "@chakra-ui/react";
import type { SegmentBreakdown } from "@contract/results";
import { SmallText } from "@/components/ui/text";
import { lastWeeks } from "../plot/count-geometry";
import { narrowBelow, useWidth } from "../plot/use-width";
import { panelSegments, sharedAxis } from "./segment-geometry";
import { SegmentPanel } from "./segment-panel";

type SegmentPanelsProps = {
  breakdown: SegmentBreakdown;
  testedFrom: string;
  /** Last day of the finding. */
  lastBadDay: string | null;
  severity: "alert" | "warning";
  unit: "events" | "profiles";
};

/** Small charts of the same days inside each segment of one dimension, on one scale. */
export function SegmentPanels({ breakdown, testedFrom, lastBadDay, severity, unit }: SegmentPanelsProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const { dimension, measure, firstBadDay } = breakdown;
  const { shown, left } = panelSegments(breakdown);
  const days = lastWeeks(
    breakdown.days.map((day, index) => ({
      day,
      index,
      isFlagged: day >= firstBadDay && (lastBadDay === null || day <= lastBadDay),
    })),
    testedFrom,
    width < narrowBelow ? 3 : 5,
  );
  const axis = sharedAxis(measure, shown);
  return (
    <Box ref={ref} borderTopWidth="1px" mt="3" pt="3">
      <SmallText>
        The same days inside each {dimension}, on the same scale
        {measure === "shifted" && ": share of values that differ from the baseline"}
      </SmallText>
      <chakra.ul
        aria-label={`By ${dimension}`}
        display="grid"
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          sm: "repeat(2, minmax(0, 1fr))",
          lg: "repeat(3, minmax(0, 1fr))",
        }}
        columnGap="5"
        rowGap="4"
        mt="2"
      >
        {shown.map((segment, index) => (
          <SegmentPanel
            key={segment.value ?? ""}
            {...{ segment, measure, days, testedFrom, axis, severity }}
            shareOf={index === 0 ? ` of ${unit}` : ""}
          />
        ))}
      </chakra.ul>
      {left > 0 && <SmallText mt="2">{left} more in the table below.</SmallText>}
    </Box>
  );
}
