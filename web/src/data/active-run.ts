import type { ActiveRun } from "@contract/runs";
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { pollMs } from "@/lib/query-client";
import { toast } from "@/lib/toast";
import { keys } from "./keys";
import { runReportQuery } from "./runs";

/** The workspace's active run (at most one), polled every 5 seconds. */
export const activeRunQuery = () =>
  queryOptions({
    queryKey: keys.activeRun,
    queryFn: () => callApi("listActiveRuns"),
    refetchInterval: pollMs.activeRun,
    select: (runs): ActiveRun | null => runs[0] ?? null,
  });

export const useActiveRun = (): ActiveRun | null => useQuery(activeRunQuery()).data ?? null;

/**
 * Refetches runs, incidents, reports, setups and billing when the poll sees the active run start, change status or end, and shows a
 * toast with a link to the report when it has ended.
 */
export function useWatchActiveRun(): void {
  const queryClient = useQueryClient();
  const { data, isSuccess } = useQuery(activeRunQuery());
  const seen = useRef<{ id: string | undefined; status: string | undefined } | null>(null);
  const { id, status } = data ?? {};
  useEffect(() => {
    if (!isSuccess) return;
    const before = seen.current;
    seen.current = { id, status };
    if (before === null || (before.id === id && before.status === status)) return;
    for (const queryKey of [keys.runs, keys.incidents, keys.reports, keys.setups, keys.billing])
      void queryClient.invalidateQueries({ queryKey });
    if (before.id !== undefined && before.id !== id) void toastRunEnd(queryClient, before.id);
  }, [isSuccess, id, status, queryClient]);
}

/** Says how a run ended. A cancelled run is not announced: whoever cancelled it knows. */
async function toastRunEnd(queryClient: QueryClient, runId: string): Promise<void> {
  const run = await queryClient.fetchQuery({ ...runReportQuery(runId), staleTime: 0 }).catch(() => null);
  const text = messages.runs;
  const name = run?.setup.name ?? "";
  if (run?.status === "completed" || run?.status === "partial")
    toast({
      title: text.endedTitle,
      description: text.ended(name),
      link: { label: text.viewReport, to: paths.report(runId) },
    });
  else if (run?.status === "failed")
    toast({
      title: text.failedTitle,
      description: run.error?.message ?? text.failed(name),
      variant: "destructive",
      link: { label: text.viewDetails, to: paths.report(runId) },
    });
}
