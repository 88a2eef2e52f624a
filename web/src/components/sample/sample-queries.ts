import { QueryClient } from "@tanstack/react-query";

/** Holds the bundled responses that a sample's pages ask for. What is set in it is never fetched. */
export const sampleQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: Infinity,
        retry: false,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
