import { useQuery } from "@tanstack/react-query";
import type { Incident } from "@contract/incidents";
import { detectorOf } from "@contract/detectors";
import { CountChart } from "@/components/charts/count/count-chart";
import { withWholeExpectations } from "@/components/charts/count/count-geometry";
import { DistributionChart } from "@/components/charts/distribution/distribution-chart";
import { NullShareChart } from "@/components/charts/nulls/null-share-chart";
import { Skeleton } from "@chakra-ui/react";
import { detectorResultQuery } from "@/data/runs";

/** The latest finding's chart, from the report that has it; nothing where that report is gone or drew none. */
export function IncidentChart({ incident: { id, finding } }: { incident: Incident }) {
  const result = useQuery(detectorResultQuery(finding.runId, finding.detector));
  if (result.isPending) return <Skeleton height="300px" role="status" aria-label="Loading the chart" />;
  const row = result.data?.rows.find(({ incident, series }) => incident?.id === id && series !== null);
  const { severity } = finding;
  const unit = detectorOf(finding.detector).subject.startsWith("user") ? "profiles" : "events";
  switch (row?.series?.kind) {
    case "counts": {
      const series = { ...row.series, days: withWholeExpectations(row.series.days) };
      const title = unit === "profiles" ? "New profiles per day" : "Events per day";
      return <CountChart series={series} title={title} severity={severity} />;
    }
    case "nulls":
      return <NullShareChart series={row.series} severity={severity} />;
    case "distribution":
      return <DistributionChart series={row.series} severity={severity} unit={unit} />;
    case undefined:
      return null;
  }
}
