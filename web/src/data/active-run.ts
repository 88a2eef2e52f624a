import { hasReport, type ActiveRun, type Run } from "@contract/runs";
import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { pollMs, reload } from "@/lib/query-client";
import { toast } from "@/lib/toast";
import { keys } from "./keys";
import { isUnrecorded, runReportQuery } from "./runs";

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
 * Refetches everything that runs change when the active run starts, changes status or ends. Either the poll
 * notices the end of a run, or a freshly loaded list of runs does so first. Shows a toast with a link to the
 * report when a run has ended.
 */
export function useWatchActiveRun(): void {
  const queryClient = useQueryClient();
  useQuery(activeRunQuery());
  useEffect(() => {
    // Runs whose end has already triggered a refetch.
    const ended = new Set<string>();
    const stops = [watchActiveRun(queryClient, ended), watchEndedRuns(queryClient, ended)];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
}

/** Listens to the cache, since a render may skip a run that ends right after it was started. */
function watchActiveRun(queryClient: QueryClient, ended: Set<string>): () => void {
  const cache = queryClient.getQueryCache();
  const read = () => queryClient.getQueryData<ActiveRun[]>(keys.activeRun);
  const known = read();
  let seen = known && { id: known[0]?.id, status: known[0]?.status };
  return cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.query !== cache.find({ queryKey: keys.activeRun })) return;
    const run = read()?.[0];
    const before = seen;
    seen = { id: run?.id, status: run?.status };
    if (!before || (before.id === seen.id && before.status === seen.status)) return;
    const endedId = before.id === seen.id ? undefined : before.id;
    if (endedId === undefined || !ended.has(endedId)) {
      if (endedId !== undefined) ended.add(endedId);
      void reload(queryClient, ...changedByRuns);
    }
    if (endedId !== undefined) void toastRunEnd(queryClient, endedId);
  });
}

const changedByRuns: readonly QueryKey[] = [
  keys.runs,
  keys.incidents,
  keys.reports,
  keys.setups,
  keys.billing,
  keys.names,
];

/**
 * Refetches everything else as soon as a list of runs contains one that ended after the rest was loaded. The
 * listener is called before anything is rendered, so no screen shows the run's end beside older data.
 */
function watchEndedRuns(queryClient: QueryClient, ended: Set<string>): () => void {
  const cache = queryClient.getQueryCache();
  // Runs whose findings weren't among the incidents yet when they were read.
  const unrecorded = new Set<string>();
  return cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { query } = event;
    if (!cache.findAll({ queryKey: keys.runs }).some((list) => list === query)) return;
    const others = cache.findAll({
      predicate: (other) =>
        other !== query && changedByRuns.some(([root]) => other.queryKey[0] === root) && mayBeOlder(other),
    });
    const loadedAt = Math.min(...others.map(({ state }) => state.dataUpdatedAt || Date.now()));
    const active = queryClient.getQueryData<ActiveRun[]>(keys.activeRun) ?? [];
    const hasJustEnded = (finishedAt: number) =>
      finishedAt > loadedAt - clockToleranceMs && finishedAt < Date.now() + clockToleranceMs;
    const isNews = ({ id, finishedAt }: Run) =>
      finishedAt !== null &&
      !ended.has(id) &&
      (active.some((run) => run.id === id) || hasJustEnded(Date.parse(finishedAt)));
    const runs = runsOf(query.state.data);
    for (const run of runs) if (isUnrecorded(run)) unrecorded.add(run.id);
    // The incidents were read before they had what the run found.
    if (runs.some((run) => run.isRecorded && unrecorded.delete(run.id)))
      void reload(queryClient, keys.incidents);
    const news = runs.filter(isNews);
    if (news.length === 0) return;
    for (const { id } of news) ended.add(id);
    for (const other of others) void queryClient.invalidateQueries({ queryKey: other.queryKey, exact: true });
    void reload(queryClient, keys.activeRun);
  });
}

/** Whether a query is being fetched, or has data that isn't already marked for refetching. */
const mayBeOlder = ({ state }: Query): boolean =>
  state.fetchStatus === "fetching" || (state.data !== undefined && !state.isInvalidated);

/**
 * Allowance for the difference between the server's and the browser's clocks, and for the time that a
 * response takes.
 */
const clockToleranceMs = 10_000;

/** The runs in a list, or in all pages of the run history. */
const runsOf = (data: unknown): Run[] =>
  Array.isArray(data)
    ? (data as Run[])
    : ((data as InfiniteData<{ items: Run[] }> | undefined)?.pages ?? []).flatMap(({ items }) => items);

/**
 * Shows a toast that says how a run ended. A canceled run is not announced, since whoever canceled it knows.
 */
async function toastRunEnd(queryClient: QueryClient, runId: string): Promise<void> {
  const run = await queryClient.fetchQuery({ ...runReportQuery(runId), staleTime: 0 }).catch(() => null);
  const text = messages.runs;
  const name = run?.setup.name ?? "";
  if (run && hasReport(run))
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
