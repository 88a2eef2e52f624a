import type { Connection, CreateConnection, UpdateConnection } from "@contract/connections";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { dataSettingsKey, keys } from "./keys";

export const connectionsQuery = () =>
  queryOptions({
    queryKey: keys.connections,
    queryFn: () => callApi("listConnections", { query: { limit: 100 } }),
  });

export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.connections, id],
    queryFn: () => callApi("getConnection", { params: { id } }),
  });

/** How a connection is called: its project's name, else the project's id. */
export const connectionLabel = (
  connection: { projectName?: string | null; projectId?: string | null } | null | undefined,
): string => connection?.projectName || connection?.projectId || "Unknown Connection";

export const regionLabels = { us: "United States", eu: "Europe", india: "India" } as const;

export const useCreateConnection = () =>
  useSaveConnection((body: CreateConnection) => callApi("createConnection", { body }));

export const useUpdateConnection = () =>
  useSaveConnection(({ id, body }: { id: string; body: UpdateConnection }) =>
    callApi("updateConnection", { params: { id }, body }),
  );

/** Rejects with `verification-failed` when the check ends badly; the connection then reads failed. */
export const useVerifyConnection = () =>
  useSaveConnection((id: string) => callApi("verifyConnection", { params: { id } }));

export function useDeleteConnection() {
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn: (id: string) => callApi("deleteConnection", { params: { id } }),
    onSuccess: refresh,
  });
}

/** The answer is put in the cache at once: the status page must not show the state before the change. */
function useSaveConnection<Input>(mutationFn: (input: Input) => Promise<Connection>) {
  const queryClient = useQueryClient();
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn,
    onSuccess: (connection) => queryClient.setQueryData([...keys.connections, connection.id], connection),
    // Not waited for: the list with its first connection takes the form away that is to lead on.
    onSettled: () => void refresh(),
  });
}

/** A changed connection also changes the setups that show it and the schema behind data settings. */
function useRefreshConnections() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [keys.connections, keys.setups, keys.estimate, dataSettingsKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
