import { chakra, Flex, Icon } from "@chakra-ui/react";
import { LoaderCircle } from "lucide-react";
import { SeverityIcon } from "@/components/badges/severity-badge";
import { progressText } from "@/components/run-table/run-progress";
import { resultNote } from "@/components/run-table/run-results";
import type { SetupRow } from "./columns";

/** What the active run does, or how the last run that wasn't canceled ended, and why if it failed. */
export function LastResult({
  row: { activeRun, results },
}: {
  row: Pick<SetupRow, "activeRun" | "results">;
}) {
  if (activeRun)
    return (
      <Flex gap="1.5" align="center" color="accent.fg">
        <Icon as={LoaderCircle} boxSize="15px" animation="spin 1s linear infinite" />
        {progressText(activeRun.progress)}
      </Flex>
    );
  if (!results) return null;
  const { last, outcomes } = results;
  const [outcome] = outcomes;
  if (!last || !outcome) return <chakra.span color="fg.muted">No results yet</chakra.span>;
  return (
    <Flex gap="1.5" align="center" color={outcome === "normal" ? "fg.muted" : undefined}>
      <SeverityIcon severity={outcome} />
      <span title={last.error?.message}>
        {last.summary
          ? [outcome === "normal" && "Normal", resultNote(last.summary)].filter(Boolean).join(", ")
          : firstClause(last.error?.message ?? "Failed")}
      </span>
    </Flex>
  );
}

/** "Mixpanel rejected the service account" of "Mixpanel rejected the service account. Check its username." */
const firstClause = (message: string): string => message.split(/[.:;](?:\s|$)/)[0] ?? message;
