import type { DataSettings, UpdateDataSettings } from "@contract/data-settings";
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { dataSettingsKey, keys } from "./keys";

/** Events, properties and exclusions of one connection; without an id, of the account's first verified one. */
export const dataSettingsQuery = (connectionId: string | undefined) =>
  queryOptions({
    queryKey: [...dataSettingsKey, connectionId ?? "first"],
    queryFn: async ({ client }) => {
      const settings = await readAllPages(connectionId);
      // The page goes on under the connection's own address.
      if (connectionId === undefined && settings.connection)
        client.setQueryData([...dataSettingsKey, settings.connection.id], settings);
      return settings;
    },
  });

/** Names come in pages; an event whose properties fill several is put together again. */
async function readAllPages(connectionId: string | undefined): Promise<DataSettings> {
  let settings = await callApi("getDataSettings", { query: { connectionId } });
  while (settings.nextCursor !== null) {
    const page = await callApi("getDataSettings", { query: { connectionId, cursor: settings.nextCursor } });
    settings = { ...page, ...joinNames(settings, page) };
  }
  return settings;
}

function joinNames(
  before: DataSettings,
  after: DataSettings,
): Pick<DataSettings, "events" | "userProperties"> {
  const last = before.events.at(-1);
  const [first, ...others] = after.events;
  const isSplit = last !== undefined && first?.id === last.id;
  const events = isSplit
    ? [
        ...before.events.slice(0, -1),
        { ...last, properties: [...last.properties, ...first.properties] },
        ...others,
      ]
    : [...before.events, ...after.events];
  return { events, userProperties: [...before.userProperties, ...after.userProperties] };
}

/** Refetches the data settings. */
export function useReadDataSettings(connectionId: string) {
  const queryClient = useQueryClient();
  return async (): Promise<DataSettings> => {
    const settings = await queryClient.fetchQuery({ ...dataSettingsQuery(connectionId), staleTime: 0 });
    store(queryClient, settings);
    return settings;
  };
}

export function useUpdateDataSettings(connectionId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateDataSettings) =>
      callApi("updateDataSettings", { query: { connectionId }, body }),
    onSuccess: (_answer, body) => {
      const known = queryClient.getQueryData(dataSettingsQuery(connectionId).queryKey);
      if (known) store(queryClient, withExclusions(known, body));
      // Exclusions change estimates.
      return queryClient.invalidateQueries({ queryKey: keys.estimate });
    },
  });
}

/** The settings after a save: the answer is empty, since a large project's schema weighs hundreds of kilobytes. */
function withExclusions(
  settings: DataSettings,
  { events, eventProperties, userProperties }: UpdateDataSettings,
): DataSettings {
  const saved = new Map(
    [...events, ...eventProperties, ...userProperties].map(({ id, isExcluded }) => [id, isExcluded]),
  );
  const apply = <Item extends { id: string; isExcluded: boolean }>(item: Item): Item => ({
    ...item,
    isExcluded: saved.get(item.id) ?? item.isExcluded,
  });
  return {
    ...settings,
    events: settings.events.map((event) => ({
      ...apply(event),
      properties: event.properties.map(apply),
    })),
    userProperties: settings.userProperties.map(apply),
  };
}

/** Starts a sync and marks it as running in the cache. */
export function useSyncDataSettings(connectionId: string) {
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
