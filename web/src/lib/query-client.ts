import { QueryClient } from "@tanstack/react-query";

/** Milliseconds between polls; nothing else is fetched on a timer. Polls rest while the tab is hidden. */
export const pollMs = {
  activeRun: 5_000,
  billingStatus: 30_000,
  usage: 60_000,
  billingConfig: 300_000,
} as const;

/** Data is never stale by itself, nothing is retried, and focus or reconnection fetch nothing. */
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
