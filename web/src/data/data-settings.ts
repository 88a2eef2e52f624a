import type { UpdateDataSettings } from "@contract/data-settings";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { dataSettingsKey, keys } from "./keys";

/** Events, properties and exclusions of one connection; without an id, of the account's first verified one. */
export const dataSettingsQuery = (connectionId: string | undefined) =>
  queryOptions({
    queryKey: [...dataSettingsKey, connectionId ?? "first"],
    queryFn: () => callApi("getDataSettings", { query: { connectionId } }),
  });

export function useUpdateDataSettings(connectionId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateDataSettings) =>
      callApi("updateDataSettings", { query: { connectionId }, body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(dataSettingsQuery(connectionId).queryKey, settings);
      // What is excluded is not analysed, so estimates change.
      return queryClient.invalidateQueries({ queryKey: keys.estimate });
    },
  });
}

export const useSyncDataSettings = (connectionId: string | undefined) =>
  useMutation({ mutationFn: () => callApi("syncDataSettings", { query: { connectionId } }) });
