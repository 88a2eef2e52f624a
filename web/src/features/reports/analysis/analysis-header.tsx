import { Box, Flex } from "@chakra-ui/react";
import type { DetectorResult } from "@contract/runs";
import { PageHeader } from "@/components/layout/page";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { demoRunId, paths } from "@/config/paths";
import { countOf, formatShortDate, formatNumber, formatPercent } from "@/lib/format";
import { checkedText, takesThreshold } from "../text/detector-facts";
import { DownloadButton, type DownloadState } from "../csv/use-download";
import { detectorComparison, freshnessText } from "../text/summary-text";

/** The check's name and severity, what it compares, and the download. */
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
      documentTitle={`${name}: ${detector.setupName}`}
      badge={<SeverityBadge severity={severity} size={14} />}
      crumbs={
        detector.runId === demoRunId
          ? [{ label: "Demo report", to: paths.demo }, { label: name }]
          : [
              { label: "Run History", to: paths.runs },
              {
                label: `${detector.setupName}, ${formatShortDate(detector.createdAt)}`,
                to: paths.report(detector.runId),
              },
              { label: name },
            ]
      }
      actions={
        detector.rows.length > 0 && (
          <Box hideBelow="sm">
            <DownloadButton download={download} variant="solid" />
          </Box>
        )
      }
      description={
        <Flex wrap="wrap" columnGap="5" rowGap="1" textStyle="small" mt="1">
          {detector.window && <span>{freshnessText(detector.window)}</span>}
          <span>{detectorComparison(id, settings.checkBackDays)}</span>
          {takesThreshold(id) && <span>Threshold {formatPercent(settings.thresholdPercent)}</span>}
          <span>{checkedText(id, counts.analysed)} checked</span>
          <span>
            {countOf(counts.flagged, "finding")}
            {counts.recovered > 0 && `, ${formatNumber(counts.recovered)} recovered`}
            {counts.known > 0 && `, ${formatNumber(counts.known)} known`}
          </span>
        </Flex>
      }
    />
  );
};
