import type { DataSettings, UpdateDataSettings } from "@contract/data-settings";
import type { DecideNames, NewName, NoticeState } from "@contract/names/names";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { reload, inPages } from "@/lib/query-client";
import { dataSettingsKey, keys, monthlyCostKey } from "./keys";

/**
 * Events, properties and exclusions of one connection; without an id, of the workspace's first verified
 * connection.
 */
export const dataSettingsQuery = (connectionId: string | undefined) =>
  queryOptions({
    queryKey: [...dataSettingsKey, connectionId ?? "first"],
    queryFn: async ({ client }) => {
      const settings = await readNames(connectionId);
      // The page continues under the connection's own address.
      if (connectionId === undefined && settings.connection)
        client.setQueryData([...dataSettingsKey, settings.connection.id], settings);
      return settings;
    },
  });

/** The most names to load, starting with a project's most active ones. A search finds the others. */
const loadedNames = 20_000;

/** Loads pages until enough names are loaded. `nextCursor` is not null if there are more. */
async function readNames(connectionId: string | undefined): Promise<DataSettings> {
  let settings = await callApi("getDataSettings", { query: { connectionId } });
  while (settings.nextCursor !== null && countNames(settings) < loadedNames) {
    const page = await callApi("getDataSettings", { query: { connectionId, cursor: settings.nextCursor } });
    settings = { ...page, ...joinNames(settings, page) };
  }
  return settings;
}

/** The number of loaded events and properties. */
export const countNames = ({ events, userProperties }: DataSettings): number =>
  events.reduce((sum, { properties }) => sum + 1 + properties.length, userProperties.length);

type Names = Pick<DataSettings, "events" | "userProperties">;

/** Merges two sets of names. An event may have properties in both. */
function joinNames(before: Names, after: Names): Names {
  const events = new Map(before.events.map((event) => [event.id, event]));
  for (const event of after.events) {
    const known = events.get(event.id);
    const properties = known ? withMissing(known.properties, event.properties) : event.properties;
    events.set(event.id, { ...(known ?? event), properties });
  }
  return {
    events: [...events.values()],
    userProperties: withMissing(before.userProperties, after.userProperties),
  };
}

function withMissing<Item extends { id: string }>(known: Item[], others: Item[]): Item[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...others.filter(({ id }) => !ids.has(id))];
}

/**
 * Searches for names on the server and merges the results into the connection's loaded settings. Returns the
 * number of names found.
 */
export const nameSearchQuery = (connectionId: string, search: string) =>
  queryOptions({
    queryKey: ["name-search", connectionId, search],
    queryFn: async ({ client }) => {
      const found = await callApi("getDataSettings", { query: { connectionId, search } });
      client.setQueriesData<DataSettings>({ queryKey: dataSettingsKey }, (known) =>
        known?.connection?.id === connectionId ? { ...known, ...joinNames(known, found) } : known,
      );
      return countNames(found);
    },
    // The settings may have been reloaded since, without these names.
    staleTime: 0,
    gcTime: 0,
  });

/** Refetches the data settings. */
export function useReadDataSettings(connectionId: string) {
  const queryClient = useQueryClient();
  return async (): Promise<DataSettings> => {
    const known = queryClient.getQueryData(dataSettingsQuery(connectionId).queryKey);
    const read = await queryClient.fetchQuery({ ...dataSettingsQuery(connectionId), staleTime: 0 });
    // Keeps names found by a search, since they may have unsaved changes.
    const settings = known && read.nextCursor !== null ? { ...read, ...joinNames(read, known) } : read;
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
      // Exclusions affect estimates.
      return reload(queryClient, keys.estimate, monthlyCostKey);
    },
  });
}

/**
 * The settings after a save. The server's answer is empty, because a large project's schema is hundreds of
 * kilobytes.
 */
function withExclusions(
  settings: DataSettings,
  { events, eventProperties, userProperties, segmentBy = settings.segmentBy }: UpdateDataSettings,
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
    segmentBy,
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

/** A connection's settings can be cached twice: under its id and as those of the first connection. */
const store = (queryClient: QueryClient, settings: DataSettings): void =>
  void queryClient.setQueriesData<DataSettings>({ queryKey: dataSettingsKey }, (known) =>
    known?.connection?.id === settings.connection?.id ? settings : known,
  );

/** What is new about the names of one connection; without an id, of the newest verified one. */
export const namesQuery = (
  connectionId: string | undefined,
  state: NoticeState,
  search: string,
  kind?: NewName["kind"],
) =>
  infiniteQueryOptions({
    queryKey: [...keys.names, connectionId ?? "first", state, search, kind ?? ""],
    queryFn: ({ pageParam }) =>
      callApi("listNames", {
        query: {
          connectionId,
          state,
          kind,
          search: search === "" ? undefined : search,
          cursor: pageParam ?? undefined,
        },
      }),
    ...inPages,
  });

/** What a run noticed first about the names of its connection, whatever was decided since. */
export const namesOfRunQuery = (connectionId: string, runId: string) =>
  queryOptions({
    queryKey: [...keys.names, "run", connectionId, runId],
    queryFn: () => callApi("listNames", { query: { connectionId, runId } }),
  });

export function useDecideNames(connectionId: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DecideNames) => callApi("decideNames", { query: { connectionId }, body }),
    // Exclusions are those of Data Settings and affect estimates.
    onSuccess: () => reload(queryClient, keys.names, dataSettingsKey, keys.estimate, monthlyCostKey),
  });
}
