import { Box, chakra } from "@chakra-ui/react";
import type { Run } from "@contract/runs";
import { browserTimeZone, formatDate, formatDuration, formatTime } from "@/lib/format";
import { RunProgress } from "./run-progress";

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
      <RunProgress run={run} step="Running..." />
    </Box>
  );
}
