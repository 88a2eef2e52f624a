import { QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

/** Milliseconds between polls. Nothing else is fetched on a timer, and hidden tabs don't poll. */
export const pollMs = {
  activeRun: 5_000,
  replay: 1_500,
  schemaSync: 3_000,
  billingStatus: 30_000,
  usage: 60_000,
  billingConfig: 300_000,
} as const;

/** Data never goes stale, nothing is retried, and neither focus nor reconnection refetches. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchIntervalInBackground: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Loads again what a change affects. A first reading that is still on its way may lack the change, and invalidating alone
 * would keep it.
 */
export const reload = (queryClient: QueryClient, ...queryKeys: readonly QueryKey[]) =>
  Promise.all(
    queryKeys.map((queryKey) => {
      const isFirst = ({ state }: { state: { data: unknown } }) => state.data === undefined;
      void queryClient.cancelQueries({ queryKey, type: "active", predicate: isFirst });
      return queryClient.invalidateQueries({ queryKey });
    }),
  );

/**
 * A change on the server, and what it affects, which is then loaded again.
 * @param when whether also after a failure: someone else may have been faster
 */
export function useChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  affected: readonly QueryKey[],
  when: "done" | "done-or-failed" = "done",
) {
  const queryClient = useQueryClient();
  const loadAffected = () => reload(queryClient, ...affected);
  return useMutation({
    mutationFn,
    ...(when === "done" ? { onSuccess: loadAffected } : { onSettled: loadAffected }),
  });
}

/** For lists that come in pages: where they begin, and where the next one does. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

type Pages = {
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
};

/** Repeats what failed in a list of pages: the further page, or those that are shown. */
export const loadAgain = (list: Pages): Promise<unknown> =>
  list.isFetchNextPageError ? list.fetchNextPage() : list.refetch();

/**
 * Keeps a person's tabs in agreement: after each change in one of them, the others load again what they show.
 * @param channel reaches the other tabs, but not this one
 */
export function connectTabs(
  queryClient: QueryClient,
  channel: Pick<BroadcastChannel, "postMessage" | "onmessage">,
): void {
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") channel.postMessage(changed);
  });
  channel.onmessage = () => void queryClient.invalidateQueries();
}

const changed = "changed";

/** Reaches the app in the person's other tabs. */
export const tabsChannel = () => new BroadcastChannel("plumbline");

/** Makes all tabs, this one too, load again what they show: for changes that no mutation of the cache made. */
export function announceChange(): void {
  const channel = tabsChannel();
  channel.postMessage(changed);
  channel.close();
}
