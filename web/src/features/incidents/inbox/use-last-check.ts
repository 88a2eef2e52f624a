import { useQuery } from "@tanstack/react-query";
import { isInFlight } from "@contract/runs";
import { homeQuery } from "@/data/incidents";
import { recentRunsQuery } from "@/data/runs";
import { setupsQuery } from "@/data/setups";
import { countOf, formatMoment } from "@/lib/format";

export type LastCheck = {
  /** "Last checked today at 06:00 AM"; null without a run that ended with a report. */
  checked: string | null;
  /** "3,348 billable checks". */
  amount: string | null;
  /** "Next check tomorrow at 06:00 AM."; null without a schedule. */
  next: string | null;
  runId: string | null;
  hasRuns: boolean;
  /** The run that is going, if none has ended with a report yet. */
  firstRunId: string | null;
};

/**
 * When the workspace's projects were last checked and when the next check is; undefined while it is loading, null if
 * it can't be loaded.
 */
export function useLastCheck(): LastCheck | null | undefined {
  const { data: runs, isError: hasNoRuns } = useQuery(recentRunsQuery(10));
  const { data: setups, isError: hasNoSetups } = useQuery(setupsQuery());
  if (!runs || !setups) return hasNoRuns || hasNoSetups ? null : undefined;
  const run = runs.find(({ summary }) => summary !== null);
  const nextRunAt = setups
    .flatMap(({ status, nextRunAt }) => (status === "active" && nextRunAt !== null ? [nextRunAt] : []))
    .sort()[0];
  return {
    checked: checkedText(run?.finishedAt),
    amount: typeof run?.rowsAnalysed === "number" ? countOf(run.rowsAnalysed, "billable check") : null,
    next: nextText(nextRunAt),
    runId: run?.id ?? null,
    hasRuns: runs.length > 0,
    firstRunId: run ? null : (runs.find(isInFlight)?.id ?? null),
  };
}

/** The same of one connection; undefined while it is loading and if it can't be loaded. */
export function useConnectionCheck(id: string): Pick<LastCheck, "checked" | "next"> | undefined {
  const { data: home } = useQuery({ ...homeQuery(), enabled: id !== "" });
  const state = home?.find(({ connection }) => connection.id === id);
  return state && { checked: checkedText(state.lastCheck?.at), next: nextText(state.nextCheckAt) };
}

const checkedText = (at: string | null | undefined) => (at ? `Last checked ${formatMoment(at)}` : null);
const nextText = (at: string | null | undefined) => (at ? `Next check ${formatMoment(at)}.` : null);
