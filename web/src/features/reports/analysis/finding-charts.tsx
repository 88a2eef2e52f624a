import { isOfHours, onsetOf } from "@contract/findings/finding";
import { Box, chakra, Grid, Stack } from "@chakra-ui/react";
import { causeWordsOf } from "@words";
import type { NearbyChange } from "@contract/integrations/project-context";
import type { DetailedRow, NullSeries } from "@contract/results";
import { useQuery } from "@tanstack/react-query";
import { Children, type ReactNode } from "react";
import { CauseBars } from "@/components/charts/count/cause-bars";
import { CountChart } from "@/components/charts/count/count-chart";
import { DistributionChart } from "@/components/charts/distribution/distribution-chart";
import { nullKinds } from "@/components/charts/nulls/null-geometry";
import { HoursAndDays, hoursDaysTitle } from "@/components/charts/hours/hours-and-days";
import { OnsetHours } from "@/components/charts/hours/onset-hours";
import { NullShareChart } from "@/components/charts/nulls/null-share-chart";
import { SegmentPanels } from "@/components/charts/segments/segment-panels";
import { SegmentTable } from "@/components/charts/segments/segment-table";
import { SeriesTable } from "@/components/charts/plot/series-table";
import { hourMarkersOf, markersOf } from "@/components/charts/plot/markers";
import { addDays, spanText } from "@/components/charts/plot/calendar";
import { WeekdayRhythm } from "@/components/charts/count/weekday-rhythm";
import { Subheading } from "@/components/ui/text";
import { NextSteps } from "@/components/incidents/next-steps";
import { segmentsTable, seriesTable } from "@/components/charts/series-rows";
import { incidentContextQuery } from "@/data/project-context";
import { formatPercent } from "@/lib/format";
import { unitOf } from "../text/detector-facts";
import { SegmentSwitch, useSegmentView } from "./segment-view";
import { entityName } from "../text/finding-text";

/** A finding's chart with its table, likely cause and next steps. */
export function FindingCharts({ row }: { row: DetailedRow }) {
  const { causeDetail, breakdown, finding, series } = row;
  const changes = useChanges(row);
  const { isBySegment, choose } = useSegmentView(breakdown);
  const severity = row.severity === "warning" ? "warning" : "alert";
  const unit = unitOf(row.detector);
  const hours = finding && isOfHours(finding) ? finding : null;
  const title = hours ? hoursDaysTitle(hours) : series && chartTitles[series.kind](unit);
  const seriesRows = series && <SeriesTable {...seriesTable(series, `${title}: ${entityName(row)}`, unit)} />;
  if (!series || hours)
    return (
      <>
        {hours ? (
          <Stack gap="3" mt="5">
            <HoursAndDays finding={hours} {...{ series, severity, changes }} />
            {seriesRows}
          </Stack>
        ) : (
          <Box color="fg.muted" mt="5">
            No chart for this finding; its figures are above.
          </Box>
        )}
        <DividedSection>
          <NextSteps row={row} />
        </DividedSection>
      </>
    );
  const markers = markersOf(changes);
  const baseline =
    series.kind === "counts" ? series.days.filter(({ day }) => day < series.tested.from).length : 0;
  const weekdays = series.kind === "counts" ? series.weekdayShape : null;
  const action = breakdown && (
    <SegmentSwitch dimension={breakdown.dimension} unit={unit} isBySegment={isBySegment} onChoose={choose} />
  );
  const segments = isBySegment ? breakdown : null;
  const table = segments && <SegmentTable breakdown={segments} row={row} severity={severity} unit={unit} />;
  const cause = segments && segments.dimension === causeDetail?.property ? null : causeDetail;
  const explained =
    cause && row.finding ? <CauseBars cause={cause} words={causeWordsOf(row.finding)} /> : table;
  const steps = <NextSteps row={row} />;
  const aside = weekdays ? (
    <WeekdayRhythm shape={weekdays} learnedFrom={spanText(baseline)} />
  ) : series.kind === "nulls" && series.days.some(({ isFlagged }) => isFlagged) ? (
    <NullBreakdown series={series} />
  ) : null;
  return (
    <Box mt="5">
      {series.kind === "counts" && (
        <>
          <CountChart
            series={series}
            title={chartTitles.counts(unit)}
            severity={severity}
            action={action}
            markers={markers}
            onset={row.finding && onsetOf(row.finding)}
          />
          <OnsetHours row={row} severity={severity} markers={hourMarkersOf(changes)} />
        </>
      )}
      {series.kind === "nulls" && (
        <NullShareChart series={series} severity={severity} action={action} markers={markers} />
      )}
      {series.kind === "distribution" && (
        <DistributionChart series={series} severity={severity} unit={unit} action={action} />
      )}
      {segments && (
        <SegmentPanels
          breakdown={segments}
          testedFrom={row.baseline_to ? addDays(row.baseline_to, 1) : segments.firstBadDay}
          lastBadDay={row.last_day}
          severity={severity}
          unit={unit}
        />
      )}
      {aside && (
        <DividedSection>
          {aside}
          {explained ?? steps}
        </DividedSection>
      )}
      {cause && table && <DividedSection>{table}</DividedSection>}
      {(explained || !aside) && (
        <DividedSection isEven>
          {!aside && explained}
          {steps}
        </DividedSection>
      )}
      <Stack gap="3" mt="5">
        {seriesRows}
        {segments && (
          <SeriesTable
            {...segmentsTable(segments, `${entityName(row)} by ${segments.dimension}`)}
            label={`View as table by ${segments.dimension}`}
          />
        )}
      </Stack>
    </Box>
  );
}

/** Changes near the first bad day; empty if the finding has no incident. */
const useChanges = ({ incident }: DetailedRow): readonly NearbyChange[] =>
  useQuery({ ...incidentContextQuery(incident?.id ?? ""), enabled: incident !== null }).data?.changes ?? [];

/** Titles of each chart and its table. */
const chartTitles = {
  counts: (unit: string) => (unit === "events" ? "Events per day" : "Profiles per day"),
  nulls: () => "Null share per day",
  distribution: (unit: string) => `Share of ${unit} by value`,
};

/**
 * A section below a divider. Two children share a row if there is room; the first is narrow unless `isEven`.
 */
const DividedSection = ({ children, isEven = false }: { children: ReactNode; isEven?: boolean }) => (
  <Grid
    templateColumns={{
      base: "minmax(0, 1fr)",
      lg:
        Children.toArray(children).length > 1
          ? `minmax(0, ${isEven ? "1.2fr" : "300px"}) minmax(0, 1fr)`
          : undefined,
    }}
    columnGap="10"
    rowGap="8"
    borderTopWidth="1px"
    mt="5"
    pt="5"
  >
    {children}
  </Grid>
);

/** Shares of each kind of null over all flagged days; the chart shows them per day. */
function NullBreakdown({ series }: { series: NullSeries }) {
  const flagged = series.days.filter(({ isFlagged }) => isFlagged);
  const rows = flagged.reduce((total, day) => total + day.rows, 0);
  if (rows === 0) return null;
  return (
    <Box>
      <Subheading>Breakdown</Subheading>
      <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr) auto" rowGap="2" mt="3" textStyle="small">
        {nullKinds.map(({ kind, name }) => (
          <chakra.div key={kind} display="contents">
            <chakra.dt color="fg.muted">{name}</chakra.dt>
            <chakra.dd textAlign="end">
              {formatPercent((flagged.reduce((total, day) => total + day[kind], 0) / rows) * 100, 1)}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Box>
  );
}
