import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { DetectorKey } from "@contract/detectors";
import type { ActiveRun, Run } from "@contract/runs";
import type { WorkspaceId } from "@contract/workspaces";
import { callApi, callApiPage } from "@/lib/api-client";
import { useChange, inPages } from "@/lib/query-client";
import { keys, setupResultsKey } from "./keys";

/** The newest runs of one setup or of all. */
export const recentRunsQuery = (limit: number, setupId?: string) =>
  queryOptions({
    queryKey: [...keys.runs, "recent", setupId ?? "all", limit],
    queryFn: () =>
      setupId
        ? callApi("listSetupRuns", { params: { id: setupId }, query: { limit } })
        : callApi("listRuns", { query: { limit } }),
    refetchInterval: ({ state }) => (state.data?.some(isUnrecorded) ? recordingPollMs : false),
  });

/** How often runs are read again while the newest one's findings aren't among the incidents yet. */
const recordingPollMs = 2_000;

export const isUnrecorded = ({ finishedAt, isRecorded }: Run): boolean => finishedAt !== null && !isRecorded;

/** How each setup's latest runs ended. */
export const setupResultsQuery = () =>
  queryOptions({ queryKey: setupResultsKey, queryFn: () => callApi("listSetupResults") });

/** The run history in pages, of one setup or of all. */
export const runHistoryQuery = (setupId?: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.runs, "history", setupId ?? "all"],
    queryFn: ({ pageParam }) => {
      const query = { limit: pageSize, cursor: pageParam ?? undefined };
      return setupId
        ? callApiPage("listSetupRuns", { params: { id: setupId }, query })
        : callApiPage("listRuns", { query });
    },
    ...inPages,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(isUnrecorded) ? recordingPollMs : false,
  });

const pageSize = 25;

export const runReportQuery = (runId: string) =>
  queryOptions({
    queryKey: [...keys.reports, runId],
    queryFn: () => callApi("getRunReport", { params: { runId } }),
  });

/** Reads a run's report in another workspace, to find the one that it is in. */
export const runReportIn = (runId: string) => (workspaceId: WorkspaceId) =>
  callApi("getRunReport", { params: { runId } }, workspaceId);

/** One detector's result with its open and recovered findings. */
export const detectorResultQuery = (runId: string, detectorId: DetectorKey) =>
  queryOptions({
    queryKey: [...keys.reports, runId, detectorId],
    queryFn: () => callApi("getDetectorResult", { params: { runId, detectorId } }),
  });

export const useCancelRun = () =>
  useRunChange((runId: string) => callApi("cancelRun", { params: { runId } }));
export const useDeleteRun = () =>
  useRunChange((runId: string) => callApi("deleteRun", { params: { runId } }));
/** @param onStarted called as soon as the run exists, before the lists are read again */
export function useStartRunMutation(onStarted?: () => void) {
  const queryClient = useQueryClient();
  return useRunChange(async (setupId: string) => {
    const run = await callApi("startRun", { params: { id: setupId } });
    // A short run may have ended before it is read for the first time. Its end is announced only if it was known.
    const progress = { step: "Waiting to start", done: 0, total: null };
    if (run) queryClient.setQueryData<ActiveRun[]>(keys.activeRun, [{ ...run, startedAt: null, progress }]);
    onStarted?.();
    return run;
  });
}

/**
 * Every run action refreshes the lists of runs and the active run, even if it failed (someone else may have
 * been faster).
 */
const useRunChange = <T, R>(mutationFn: (input: T) => Promise<R>) =>
  useChange(mutationFn, [keys.runs, keys.activeRun, keys.reports, setupResultsKey], "done-or-failed");
