import { Stack } from "@chakra-ui/react";
import { type FindingOfHours, onsetOf } from "@contract/findings/finding";
import type { NearbyChange } from "@contract/integrations/project-context";
import type { RowSeries } from "@contract/results";
import { formatShortProjectDay } from "@/lib/format";
import { CountChart } from "../count/count-chart";
import { hourMarkersOf, markersOf } from "../plot/markers";
import { HourChart } from "./hour-chart";

type HoursAndDaysProps = {
  finding: FindingOfHours;
  /** Events per day until now; null if they aren't known. */
  series: RowSeries | null;
  severity: "alert" | "warning";
  changes: readonly NearbyChange[];
};

/** The title of the days' chart and table: their last day isn't over. */
export const hoursDaysTitle = ({ until, figures }: FindingOfHours): string =>
  `Events per day, ${formatShortProjectDay(until)} until ${figures.untilHour}`;

/** The hours of a finding, and below them its days, the last one up to its last tested hour. */
export const HoursAndDays = ({ finding, series, severity, changes }: HoursAndDaysProps) => (
  <Stack gap="5">
    <HourChart
      figures={finding.figures}
      severity={severity}
      day={finding.until}
      markers={hourMarkersOf(changes)}
    />
    {series?.kind === "counts" && (
      <CountChart
        series={series}
        title={hoursDaysTitle(finding)}
        severity={severity}
        markers={markersOf(changes)}
        onset={onsetOf(finding)}
      />
    )}
  </Stack>
);
