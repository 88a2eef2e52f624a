import { isOfHours, onsetOf } from "@contract/findings/finding";
import { Box, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { causeWordsOf } from "@words";
import type { Incident } from "@contract/incidents";
import type { NearbyChange } from "@contract/integrations/project-context";
import { detectorOf } from "@contract/detectors";
import type { DetailedRow } from "@contract/results";
import { CauseBars } from "@/components/charts/count/cause-bars";
import { CountChart } from "@/components/charts/count/count-chart";
import { DistributionChart } from "@/components/charts/distribution/distribution-chart";
import { HoursAndDays } from "@/components/charts/hours/hours-and-days";
import { OnsetHours } from "@/components/charts/hours/onset-hours";
import { NullShareChart } from "@/components/charts/nulls/null-share-chart";
import { addDays } from "@/components/charts/plot/calendar";
import { type DayMarker, hourMarkersOf, markersOf } from "@/components/charts/plot/markers";
import { SegmentPanels } from "@/components/charts/segments/segment-panels";
import { SegmentTable } from "@/components/charts/segments/segment-table";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonBar, Skeletons } from "@/components/states/skeleton";
import { SmallText } from "@/components/ui/text";
import { detectorResultQuery } from "@/data/runs";
import { isNotFound } from "@/lib/api-error";

type IncidentChartProps = {
  incident: Incident;
  /** Drawn as markers in the chart. */
  changes: readonly NearbyChange[];
};

/**
 * The latest finding's chart and the segments behind it, read from the report that has the finding. Renders
 * nothing if that report has no chart for it.
 */
export function IncidentChart({ incident: { id, finding }, changes }: IncidentChartProps) {
  const { found, severity } = finding;
  const result = useQuery(detectorResultQuery(finding.runId, finding.detector));
  const row = result.data?.rows.find(({ incident, series }) => incident?.id === id && series !== null);
  if (isOfHours(found))
    return <HoursAndDays finding={found} {...{ severity, changes }} series={row?.series ?? null} />;
  if (result.isPending)
    return (
      <Skeletons label="Loading the chart">
        <SkeletonBar height="300px" />
      </Skeletons>
    );
  if (!result.data)
    return isNotFound(result.error) ? (
      <SmallText>The chart was deleted with its report.</SmallText>
    ) : (
      <ErrorState title="Unable to load the chart" error={result.error} onRetry={result.refetch} />
    );
  if (!row) return null;
  const facts: Facts = {
    row,
    severity,
    unit: detectorOf(finding.detector).subject.startsWith("user") ? "profiles" : "events",
  };
  return (
    <Stack gap="5">
      <Box>
        <SeriesChart {...facts} markers={markersOf(changes)} />
        <OnsetHours row={row} severity={severity} markers={hourMarkersOf(changes)} />
      </Box>
      <Origin {...facts} />
    </Stack>
  );
}

type Facts = { row: DetailedRow; severity: "alert" | "warning"; unit: "events" | "profiles" };

function SeriesChart({
  row: { series, finding },
  severity,
  unit,
  markers,
}: Facts & { markers: readonly DayMarker[] }) {
  switch (series?.kind) {
    case "counts": {
      const title = unit === "profiles" ? "New profiles per day" : "Events per day";
      return (
        <CountChart
          series={series}
          title={title}
          severity={severity}
          markers={markers}
          onset={finding && onsetOf(finding)}
        />
      );
    }
    case "nulls":
      return <NullShareChart series={series} severity={severity} markers={markers} />;
    case "distribution":
      return <DistributionChart series={series} severity={severity} unit={unit} />;
    case undefined:
      return null;
  }
}

/** The breakdown by segment if there is one, else the likely cause. */
function Origin({ row, severity, unit }: Facts) {
  const { breakdown, causeDetail, finding } = row;
  if (!breakdown)
    return causeDetail && finding && <CauseBars cause={causeDetail} words={causeWordsOf(finding)} />;
  return (
    <>
      <SegmentPanels
        breakdown={breakdown}
        testedFrom={row.baseline_to ? addDays(row.baseline_to, 1) : breakdown.firstBadDay}
        lastBadDay={row.last_day}
        severity={severity}
        unit={unit}
      />
      <SegmentTable breakdown={breakdown} row={row} severity={severity} unit={unit} />
    </>
  );
}
