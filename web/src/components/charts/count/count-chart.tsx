import { Box, Flex } from "@chakra-ui/react";
import type { Onset } from "@contract/findings/finding";
import type { CountSeries } from "@contract/results";
import { useId, useState, type ReactNode } from "react";
import { formatCompact } from "@/lib/format";
import { Subheading } from "@/components/ui/text";
import { SegmentedControl } from "../../ui/segmented-control";
import { dayTitle } from "../plot/calendar";
import { countAxis, countPaths, lastWeeks, flagMarkers, withWholeExpectations } from "../plot/count-geometry";
import { CountLayers } from "./count-layers";
import { countReadout, countAnnouncement } from "./count-readout";
import type { DayMarker } from "../plot/markers";
import { DayPlot } from "../plot/day-plot";
import { Readout } from "../plot/readout";
import { restingDay, usePlotCursor } from "../plot/use-plot-cursor";
import { narrowBelow, useWidth } from "../plot/use-width";

/** Five weeks are usually enough; a phone has room for three. Nine show the whole baseline. */
const fewWeeks = { wide: 5, narrow: 3 };
const allWeeks = 9;

type CountChartProps = {
  series: CountSeries;
  /** "Events per day", "New profiles per day". */
  title: string;
  severity?: "alert" | "warning";
  /** Shown beside the title. */
  action?: ReactNode;
  markers?: readonly DayMarker[];
  /** The hour in which a finding began. */
  onset?: Onset | null | undefined;
};

/** Counts per day with their expected range. Flagged days are marked with a plumb line. */
export function CountChart({
  series,
  title,
  severity = "alert",
  action,
  markers = [],
  onset,
}: CountChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(860);
  const [showsAll, setShowsAll] = useState(false);
  const few = width < narrowBelow ? fewWeeks.narrow : fewWeeks.wide;
  const days = lastWeeks(withWholeExpectations(series.days), series.tested.from, showsAll ? allWeeks : few);
  const cursor = usePlotCursor(days.length, restingDay(days));
  const clipId = useId();
  const shown = days[cursor.shown];
  return (
    <Box ref={ref}>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="2">
        <Subheading>{title}</Subheading>
        <Flex gap="3" wrap="wrap">
          <SegmentedControl
            label="Weeks shown"
            value={showsAll ? allWeeks : few}
            options={[few, allWeeks].map((weeks) => ({ value: weeks, label: `${weeks} weeks` }))}
            onChange={(weeks) => setShowsAll(weeks === allWeeks)}
          />
          {action}
        </Flex>
      </Flex>
      <Box borderTopWidth="1px" mb="2">
        {shown && <Readout title={dayTitle(shown.day)} entries={countReadout(shown, severity)} />}
      </Box>
      <DayPlot
        label={`${title}, ${days.length} days, ${days.filter(({ isFlagged }) => isFlagged).length} flagged`}
        announce={(index) => (days[index] ? countAnnouncement(dayTitle(days[index].day), days[index]) : "")}
        days={days.map(({ day }) => day)}
        flagged={new Set(days.flatMap(({ day, isFlagged }) => (isFlagged ? [day] : [])))}
        severity={severity}
        testedFrom={series.tested.from}
        baselineDays={series.days.filter(({ day }) => day < series.tested.from).length}
        axis={countAxis(days)}
        formatTick={formatCompact}
        cursor={cursor}
        markers={markers}
      >
        {(area) => (
          <CountLayers
            area={area}
            days={days}
            paths={countPaths(days, area)}
            flagMarkers={flagMarkers(days, area)}
            severity={severity}
            testedFrom={series.tested.from}
            clipId={clipId}
            onset={onset}
          />
        )}
      </DayPlot>
    </Box>
  );
}
