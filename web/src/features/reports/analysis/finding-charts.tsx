import { Box, chakra, Grid, Heading } from "@chakra-ui/react";
import type { DetailedRow, NullSeries } from "@contract/results";
import { Children, type ReactNode } from "react";
import { CauseBars } from "@/components/charts/count/cause-bars";
import { CountChart } from "@/components/charts/count/count-chart";
import { withWholeExpectations } from "@/components/charts/count/count-geometry";
import { DistributionChart } from "@/components/charts/distribution/distribution-chart";
import { nullKinds } from "@/components/charts/nulls/null-geometry";
import { NullShareChart } from "@/components/charts/nulls/null-share-chart";
import { seriesTable } from "@/components/charts/series-rows";
import { SeriesTable } from "@/components/charts/plot/series-table";
import { spanText } from "@/components/charts/plot/calendar";
import { WeekdayRhythm } from "@/components/charts/count/weekday-rhythm";
import { formatPercent } from "@/lib/format";
import { unitOf } from "../text/detector-facts";
import { isDrop } from "../findings/group-findings";
import { NextSteps } from "./next-steps";
import { entityName } from "../text/finding-text";

/** A finding's chart with its table, likely cause and next steps. */
export function FindingCharts({ row }: { row: DetailedRow }) {
  const { causeDetail } = row;
  const series =
    row.series?.kind === "counts"
      ? { ...row.series, days: withWholeExpectations(row.series.days) }
      : row.series;
  if (!series)
    return (
      <>
        <Box color="fg.muted" mt="5">
          No chart for this finding; its figures are above.
        </Box>
        <DividedSection>
          <NextSteps row={row} />
        </DividedSection>
      </>
    );
  const severity = row.severity === "warning" ? "warning" : "alert";
  const unit = unitOf(row.detector);
  const baseline =
    series.kind === "counts" ? series.days.filter(({ day }) => day < series.tested.from).length : 0;
  const weekdays = series.kind === "counts" ? series.weekdayShape : null;
  return (
    <Box mt="5">
      {series.kind === "counts" && (
        <CountChart series={series} title={chartTitles.counts(unit)} severity={severity} />
      )}
      {series.kind === "nulls" && <NullShareChart series={series} severity={severity} />}
      {series.kind === "distribution" && (
        <DistributionChart series={series} severity={severity} unit={unit} />
      )}
      <DividedSection>
        {weekdays && <WeekdayRhythm shape={weekdays} learnedFrom={spanText(baseline)} />}
        {series.kind === "nulls" && <NullBreakdown series={series} />}
        {causeDetail ? (
          <CauseBars cause={causeDetail} direction={isDrop(row) ? "missing" : "extra"} />
        ) : (
          <NextSteps row={row} />
        )}
      </DividedSection>
      {causeDetail && (
        <DividedSection>
          <NextSteps row={row} />
        </DividedSection>
      )}
      <Box mt="5">
        <SeriesTable
          {...seriesTable(series, `${chartTitles[series.kind](unit)}: ${entityName(row)}`, unit)}
        />
      </Box>
    </Box>
  );
}

/** What each chart and its table are called. */
const chartTitles = {
  counts: (unit: string) => (unit === "events" ? "Events per day" : "Profiles per day"),
  nulls: () => "Null share per day",
  distribution: (unit: string) => `Share of ${unit} by value`,
};

/** A section below a line; two children share a row where there is room. */
const DividedSection = ({ children }: { children: ReactNode }) => (
  <Grid
    templateColumns={{
      base: "minmax(0, 1fr)",
      lg: Children.toArray(children).length > 1 ? "minmax(0, 300px) minmax(0, 1fr)" : undefined,
    }}
    columnGap="10"
    rowGap="8"
    borderTopWidth="1px"
    borderColor="border"
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
      <Heading as="h3" textStyle="cardSubtitle">
        Breakdown
      </Heading>
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
