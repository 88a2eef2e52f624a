import { defaultCheckBackDays, defaultThresholdPercent, type SelectedDetector } from "@contract/detectors";
import type { Setup } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Card, CardHeader } from "@/components/card";
import { DataTable } from "@/components/data-table";
import { detectorsQuery } from "@/data/setups";
import { countOf } from "@/lib/format";

/** The enabled detectors with their settings; a threshold only where the detector has one. */
export function DetectorsCard({ setup }: { setup: Setup }) {
  const { data: catalogue = [] } = useQuery(detectorsQuery());
  const entryOf = ({ key }: SelectedDetector) => catalogue.find((entry) => entry.key === key);
  return (
    <Card overflow="hidden">
      <CardHeader title="Enabled detectors" note={String(setup.selectedDetectors.length)} />
      <DataTable
        label="Enabled detectors"
        rows={setup.selectedDetectors}
        rowKey={({ key }) => key}
        columns={[
          { key: "name", header: "Detector", cell: (detector) => entryOf(detector)?.name ?? detector.key },
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
