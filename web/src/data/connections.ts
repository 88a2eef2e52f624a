import type { Connection, CreateConnection, UpdateConnection } from "@contract/connections";
import type { WorkspaceId } from "@contract/workspaces";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { connectionLabel } from "@/lib/names";
import { reload } from "@/lib/query-client";
import { dataSettingsKey, homeKey, keys, monthlyCostKey } from "./keys";

export const connectionsQuery = () =>
  queryOptions({
    queryKey: keys.connections,
    queryFn: () => callApi("listConnections", { query: { limit: 100 } }),
  });

/** Names a connection by its id; null for an unknown one, and while there is only one. */
export function useConnectionNames(): (id: string) => string | null {
  const connections = useQuery(connectionsQuery()).data ?? [];
  return (id) => {
    const connection = connections.find((one) => one.id === id);
    return connection && connections.length > 1 ? connectionLabel(connection) : null;
  };
}

export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.connections, id],
    queryFn: () => callApi("getConnection", { params: { id } }),
  });

/** Reads a connection of another workspace, to find the one that it is in. */
export const connectionIn = (id: string) => (workspaceId: WorkspaceId) =>
  callApi("getConnection", { params: { id } }, workspaceId);

export const mixpanelAnnotationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.connections, id, "annotations"],
    queryFn: () => callApi("getMixpanelAnnotations", { params: { id } }),
  });

export function useSwitchMixpanelAnnotations() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      callApi("switchMixpanelAnnotations", { params: { id }, body: { isOn } }),
    onSuccess: (switched, { id }) =>
      queryClient.setQueryData(mixpanelAnnotationsQuery(id).queryKey, switched),
  });
}

export const useCreateConnection = () =>
  useSaveConnection((body: CreateConnection) => callApi("createConnection", { body }));

export const useUpdateConnection = () =>
  useSaveConnection(({ id, body }: { id: string; body: UpdateConnection }) =>
    callApi("updateConnection", { params: { id }, body }),
  );

/**
 * Rejects with `verification-failed` if Mixpanel refuses; the connection's status is then `failed`. Settles
 * only after the connection has been reloaded, so that no outdated status is shown in between.
 */
export function useVerifyConnection() {
  const queryClient = useQueryClient();
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn: ({ id, tryOtherRegions = false }: { id: string; tryOtherRegions?: boolean }) =>
      callApi("verifyConnection", { params: { id }, ...(tryOtherRegions && { body: { tryOtherRegions } }) }),
    onSuccess: (connection) => {
      if (connection) queryClient.setQueryData([...keys.connections, connection.id], connection);
    },
    onError: (_error, { id }) =>
      queryClient.fetchQuery({ ...connectionQuery(id), staleTime: 0 }).then(noop, noop),
    onSettled: () => void refresh(),
  });
}

const noop = () => undefined;

export function useDeleteConnection() {
  const queryClient = useQueryClient();
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn: ({ id, withReports }: { id: string; withReports: boolean }) =>
      callApi("deleteConnection", { params: { id }, query: withReports ? { reports: "delete" } : {} }),
    onSuccess: (_answer, { withReports }) =>
      Promise.all([
        refresh(),
        reload(queryClient, keys.incidents, keys.names, monthlyCostKey),
        ...(withReports ? [reload(queryClient, keys.runs, keys.reports)] : []),
      ]),
  });
}

/** Writes the answer to the cache immediately, so that the status page never shows the previous state. */
function useSaveConnection<Input>(mutationFn: (input: Input) => Promise<Connection | undefined>) {
  const queryClient = useQueryClient();
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn,
    onSuccess: (connection) => {
      if (connection) queryClient.setQueryData([...keys.connections, connection.id], connection);
    },
    // Not awaited: the form unmounts as soon as the list has its first connection, but it still has to
    // navigate.
    onSettled: () => void refresh(),
  });
}

/** A change to a connection also affects the setups and Home, which show it, and the schema in data settings. */
function useRefreshConnections() {
  const queryClient = useQueryClient();
  return () => reload(queryClient, keys.connections, keys.setups, keys.estimate, dataSettingsKey, homeKey);
}
