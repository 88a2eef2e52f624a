import { Box, Flex } from "@chakra-ui/react";
import { detectorOf } from "@contract/detectors";
import type { DetectorResult, RecordedBaseline } from "@contract/runs";
import { addDays } from "@/components/charts/plot/calendar";
import { BodyCard } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import { Notice } from "@/components/states/notice";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { capitalized, formatShortProjectDay, formatProjectDay } from "@/lib/format";
import { messages } from "@/lib/messages";
import { RichText } from "@/components/badges/rich-text";
import { SmallText } from "@/components/ui/text";
import { checkedText } from "../text/detector-facts";
import { DownloadButton, type DownloadState } from "../csv/use-download";

/** A check without findings: normal, inconclusive or failed, with the reason. */
export function NoFindings({ detector, download }: { detector: DetectorResult; download: DownloadState }) {
  const { severity, name, recorded } = detector;
  const reason = capitalized(detector.reason ?? "No reason was given.");
  if (severity === "failed")
    return (
      <Notice tone="alert" title={`${name} failed`}>
        {reason}
      </Notice>
    );
  if (severity === "inconclusive")
    return (
      <BodyCard aria-label="Verdict">
        <SeverityBadge severity={severity} />
        <Box fontWeight="600" mt="2">
          {name}
        </Box>
        <Box color="fg.muted" maxW="640px" mt="1">
          <RichText text={reason} />
        </Box>
        {recorded && <BaselineProgress recorded={recorded} lastDay={detector.window?.lastDay ?? null} />}
        <DownloadButton mt="4" download={download} />
      </BodyCard>
    );
  return (
    <EmptyState
      title={messages.analysis.noIssues}
      text={quietText(detector)}
      action={<DownloadButton download={download} />}
    />
  );
}

/** 'All 231 events stayed within their expected range from Nov 13 to Nov 19.' */
function quietText({ id, counts, settings, window }: DetectorResult): string {
  if (counts.analysed === 0) return "There was nothing to check.";
  const isOne = counts.analysed === 1;
  const checked = isOne ? `The one ${detectorOf(id).checked.one}` : `All ${checkedText(id, counts.analysed)}`;
  const when = window
    ? ` from ${formatShortProjectDay(addDays(window.lastDay, 1 - settings.checkBackDays))} to ${formatShortProjectDay(window.lastDay)}`
    : "";
  return `${checked} stayed within ${isOne ? "its" : "their"} expected range${when}.`;
}

type BaselineProgressProps = {
  recorded: RecordedBaseline;
  /** Last tested day; null when the run has none. */
  lastDay: string | null;
};

/** The recorded days of an incomplete baseline, one cell per day, and when it will be complete. */
function BaselineProgress({ recorded, lastDay }: BaselineProgressProps) {
  const { needed } = recorded;
  const known = Math.min(recorded.known, needed);
  return (
    <Box mt="3">
      <Flex role="img" aria-label={`${known} of ${needed} daily snapshots recorded`} gap="1.5" wrap="wrap">
        {Array.from({ length: needed }, (_, index) => (
          <Box
            key={index}
            width="24px"
            height="8px"
            borderRadius="2px"
            borderWidth="1px"
            borderColor="chart.baseline"
            bg={index < known ? "chart.baseline" : "transparent"}
          />
        ))}
      </Flex>
      {lastDay && known < needed && (
        <SmallText mt="2">
          With a run every day, this check starts on {formatProjectDay(addDays(lastDay, needed - known + 1))}.
        </SmallText>
      )}
    </Box>
  );
}
