import type { DataSettings, UpdateDataSettings } from "@contract/data-settings";
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { dataSettingsKey, keys } from "./keys";

/** Events, properties and exclusions of one connection; without an id, of the account's first verified one. */
export const dataSettingsQuery = (connectionId: string | undefined) =>
  queryOptions({
    queryKey: [...dataSettingsKey, connectionId ?? "first"],
    queryFn: () => callApi("getDataSettings", { query: { connectionId } }),
  });

/** Refetches the data settings. */
export function useReadDataSettings(connectionId: string | undefined) {
  const queryClient = useQueryClient();
  return async (): Promise<DataSettings> => {
    const settings = await queryClient.fetchQuery({ ...dataSettingsQuery(connectionId), staleTime: 0 });
    store(queryClient, settings);
    return settings;
  };
}

export function useUpdateDataSettings(connectionId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateDataSettings) =>
      callApi("updateDataSettings", { query: { connectionId }, body }),
    onSuccess: async (settings) => {
      if (settings) store(queryClient, settings);
      else await queryClient.invalidateQueries({ queryKey: dataSettingsKey });
      // Exclusions change estimates.
      return queryClient.invalidateQueries({ queryKey: keys.estimate });
    },
  });
}

/** Starts a sync and marks it as running in the cache. */
export function useSyncDataSettings(connectionId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("syncDataSettings", { query: { connectionId } }),
    onSuccess: (started) => {
      const known = queryClient.getQueryData(dataSettingsQuery(connectionId).queryKey);
      if (known) store(queryClient, { ...known, ...started });
    },
  });
}

/** A connection's settings can be cached twice: under its id and as the first connection's. */
const store = (queryClient: QueryClient, settings: DataSettings): void =>
  void queryClient.setQueriesData<DataSettings>({ queryKey: dataSettingsKey }, (known) =>
    known?.connection?.id === settings.connection?.id ? settings : known,
  );
