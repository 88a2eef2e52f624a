import { Flex } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { PageHeader } from "@/components/page";
import { SeverityBadge } from "@/components/severity-badge";
import { paths } from "@/config/paths";
import { countOf, formatDate, formatNumber, formatPercent } from "@/lib/format";
import { takesThreshold } from "./detector-facts";
import { DownloadButton, type DownloadState } from "./use-download";
import { detectorComparison } from "./verdict";

/** The check's name and verdict, what it compares, and the download. */
export const AnalysisHeader = ({
  detector,
  download,
}: {
  detector: DetectorResult;
  download: DownloadState;
}) => {
  const { id, name, severity, settings, counts } = detector;
  return (
    <PageHeader
      title={name}
      badge={<SeverityBadge severity={severity} size={14} />}
      crumbs={[
        { label: "Run History", to: paths.runs },
        {
          label: `${detector.setupName}, ${formatDate(detector.createdAt).replace(/, \d{4}$/, "")}`,
          to: paths.report(detector.runId),
        },
        { label: name },
      ]}
      actions={detector.rows.length > 0 ? <DownloadButton download={download} variant="solid" /> : undefined}
      description={
        <Flex wrap="wrap" columnGap="5" rowGap="1" textStyle="small" mt="1">
          <span>{detectorComparison(id, settings.checkBackDays)}</span>
          {takesThreshold(id) && <span>Threshold {formatPercent(settings.thresholdPercent)}</span>}
          <span>{countOf(counts.analysed, "row")} analysed</span>
          <span>
            {formatNumber(counts.flagged)} flagged
            {counts.recovered > 0 && `, ${formatNumber(counts.recovered)} recovered`}
          </span>
        </Flex>
      }
    />
  );
};
