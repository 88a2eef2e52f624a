import type { ActiveRun } from "@contract/runs";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { callApi } from "@/lib/api-client";
import { pollMs } from "@/lib/query-client";
import { keys } from "./keys";

/** The account's run in flight (at most one), polled every 5 seconds. */
export const activeRunQuery = () =>
  queryOptions({
    queryKey: keys.activeRun,
    queryFn: () => callApi("listActiveRuns"),
    refetchInterval: pollMs.activeRun,
    select: (runs): ActiveRun | null => runs[0] ?? null,
  });

export const useActiveRun = (): ActiveRun | null => useQuery(activeRunQuery()).data ?? null;

/** Refreshes what a run changes when the poll sees another run, another status or none any more. */
export function useWatchActiveRun(): void {
  const queryClient = useQueryClient();
  const { data, isSuccess } = useQuery(activeRunQuery());
  const seen = useRef<string | null>(null);
  const current = isSuccess ? `${data?.id}:${data?.status}` : null;
  useEffect(() => {
    if (current === null) return;
    if (seen.current !== null && seen.current !== current)
      for (const queryKey of [keys.runs, keys.reports, keys.setups, keys.billing])
        void queryClient.invalidateQueries({ queryKey });
    seen.current = current;
  }, [current, queryClient]);
}
