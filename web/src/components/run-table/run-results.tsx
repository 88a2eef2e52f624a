import { Box, Flex } from "@chakra-ui/react";
import { findingsText } from "@contract/run-summary";
import type { Run, RunSummary } from "@contract/runs";
import { countOf } from "@/lib/format";
import { Caption } from "@/components/ui/text";
import { SeverityBadge } from "../badges/severity-badge";
import { Truncated } from "../ui/truncated";

/** 'Alert' with its counts, 'Normal', or 'No results' with the reason if the run failed. */
export function RunResults({ run }: { run: Run }) {
  if (!run.summary)
    return (
      <Box color="fg.subtle" maxW="320px">
        No results
        {run.error && <Truncated text={run.error.message} textStyle="caption" />}
      </Box>
    );
  const note = resultNote(run.summary);
  return (
    <Flex align="center" gap="2" wrap="wrap">
      <SeverityBadge severity={hasFindings(run.summary) ? "alert" : "normal"} />
      {note && <Caption color="fg.subtle">{note}</Caption>}
    </Flex>
  );
}

/** Whether a run is shown as 'Alert': it has warnings or alerts. */
export const hasFindings = ({ warnings, alerts }: Pick<RunSummary, "warnings" | "alerts">): boolean =>
  warnings > 0 || alerts > 0;

/** '7 alerts and 3 warnings', '1 check failed', or nothing. */
export const resultNote = (summary: RunSummary): string =>
  [findingsText(summary), summary.failed > 0 && `${countOf(summary.failed, "check")} failed`]
    .filter(Boolean)
    .join(", ");
