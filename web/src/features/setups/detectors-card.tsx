import { defaultCheckBackDays, defaultThresholdPercent, type SelectedDetector } from "@contract/detectors";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Card, CardHeader } from "@/components/layout/card";
import { DataTable } from "@/components/layout/data-table";
import { detectorsQuery } from "@/data/setups";
import { countOf } from "@/lib/format";

/** The enabled checks with their settings; a threshold only if the check has one. */
export function DetectorsCard({ setup }: { setup: Setup }) {
  const { data: catalogue = [] } = useQuery(detectorsQuery());
  const entryOf = ({ key }: SelectedDetector) => catalogue.find((entry) => entry.key === key);
  return (
    <Card overflow="hidden">
      <CardHeader title="Enabled checks" note={String(setup.selectedDetectors.length)} />
      <DataTable
        label="Enabled checks"
        rows={setup.selectedDetectors}
        rowKey={({ key }) => key}
        columns={[
          { key: "name", header: "Check", cell: (detector) => entryOf(detector)?.name ?? detector.key },
          {
            key: "lookback",
            header: "Check back",
            align: "end",
            cell: ({ settings }) => countOf(settings.checkBackDays ?? defaultCheckBackDays, "day"),
          },
          {
            key: "threshold",
            header: "Threshold",
            align: "end",
            cell: (detector) =>
              entryOf(detector)?.requiresThreshold
                ? `${detector.settings.thresholdPercent ?? defaultThresholdPercent}%`
                : "None",
          },
        ]}
      />
    </Card>
  );
}
