import { Box, chakra, Grid, Heading } from "@chakra-ui/react";
import type { DetailedRow, NullSeries } from "@contract/results";
import { Children, type ReactNode } from "react";
import { CauseBars } from "@/components/charts/cause-bars";
import { CountChart } from "@/components/charts/count-chart";
import { DistributionChart } from "@/components/charts/distribution-chart";
import { nullKinds } from "@/components/charts/null-geometry";
import { NullShareChart } from "@/components/charts/null-share-chart";
import { seriesTable } from "@/components/charts/series-rows";
import { SeriesTable } from "@/components/charts/series-table";
import { spanText } from "@/components/charts/calendar";
import { WeekdayRhythm } from "@/components/charts/weekday-rhythm";
import { formatPercent } from "@/lib/format";
import { unitOf } from "./detector-facts";
import { fell } from "./group-findings";
import { RowNext } from "./row-next";
import { entityName } from "./row-text";

/** The row's chart with the table behind it, and what else is known of it. */
export function RowCharts({ row }: { row: DetailedRow }) {
  const { series, causeDetail } = row;
  if (!series)
    return (
      <>
        <Box color="fg.muted" mt="5">
          There is no series to draw for this row; its figures stand above.
        </Box>
        <Ruled>
          <RowNext row={row} />
        </Ruled>
      </>
    );
  const severity = row.severity === "warning" ? "warning" : "alert";
  const unit = unitOf(row.detector);
  const title = unit === "events" ? "Events per day" : "Profiles per day";
  const baseline =
    series.kind === "counts" ? series.days.filter(({ day }) => day < series.tested.from).length : 0;
  const weekdays = series.kind === "counts" ? series.weekdayShape : null;
  return (
    <Box mt="5">
      {series.kind === "counts" && <CountChart series={series} title={title} severity={severity} />}
      {series.kind === "nulls" && <NullShareChart series={series} severity={severity} />}
      {series.kind === "distribution" && (
        <DistributionChart series={series} severity={severity} unit={unit} />
      )}
      <Ruled>
        {weekdays && <WeekdayRhythm shape={weekdays} learntFrom={spanText(baseline)} />}
        {series.kind === "nulls" && <CountedApart series={series} />}
        {causeDetail ? (
          <CauseBars cause={causeDetail} direction={fell(row) ? "missing" : "extra"} />
        ) : (
          <RowNext row={row} />
        )}
      </Ruled>
      {causeDetail && (
        <Ruled>
          <RowNext row={row} />
        </Ruled>
      )}
      <Box mt="5">
        <SeriesTable {...seriesTable(series, `${title}: ${entityName(row)}`)} />
      </Box>
    </Box>
  );
}

/** A part of its own below a line; two that belong together stand side by side where there is room. */
const Ruled = ({ children }: { children: ReactNode }) => (
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

/** The kinds of null over the flagged days, which the bars show per day. */
function CountedApart({ series }: { series: NullSeries }) {
  const flagged = series.days.filter(({ isFlagged }) => isFlagged);
  const rows = flagged.reduce((total, day) => total + day.rows, 0);
  if (rows === 0) return null;
  return (
    <Box>
      <Heading as="h3" textStyle="cardSubtitle">
        Counted apart
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
