import { Box, chakra } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import { browserTimeZone, formatDate, formatDuration, formatTime } from "@/lib/format";
import { ProgressBar } from "../states/progress-bar";

/** Date above time; the browser's zone is shown on hover. */
export const RunStart = ({ startedAt }: { startedAt: string | null }) =>
  startedAt ? (
    <chakra.time
      dateTime={startedAt}
      title={`Times in ${browserTimeZone()}`}
      display="block"
      whiteSpace="nowrap"
    >
      <chakra.span display="block">{formatDate(startedAt)}</chakra.span>
      <chakra.span display="block" textStyle="label" fontWeight="400" color="fg.subtle">
        {formatTime(startedAt)}
      </chakra.span>
    </chakra.time>
  ) : (
    "Not started"
  );

/** The duration of a finished run, 'Running...' for an active one, a dash before the start. */
export function RunDuration({ run, hasProgress }: { run: Run; hasProgress: boolean }) {
  if (!run.startedAt) return <chakra.span aria-label="None">—</chakra.span>;
  if (run.finishedAt) return <>{formatDuration(run.startedAt, run.finishedAt)}</>;
  if (!hasProgress) return <>Running...</>;
  return (
    <Box width={{ base: "160px", sm: "190px" }}>
      <ProgressBar step="Running..." {...progressOf(run)} />
    </Box>
  );
}

/** Steps that read days count in days, so that word is shown beside the figures. */
export const progressOf = ({ progress }: Pick<Run, "progress">) => ({
  done: progress.done,
  total: progress.total,
  unit: /\bdays?\b/i.test(progress.step) ? "days" : undefined,
});
