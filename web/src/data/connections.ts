import type { CreateConnection, UpdateConnection } from "@contract/connections";
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
  useConnectionMutation((body: CreateConnection) => callApi("createConnection", { body }));

export const useUpdateConnection = () =>
  useConnectionMutation(({ id, body }: { id: string; body: UpdateConnection }) =>
    callApi("updateConnection", { params: { id }, body }),
  );

export const useDeleteConnection = () =>
  useConnectionMutation((id: string) => callApi("deleteConnection", { params: { id } }));

/** Rejects with `verification-failed` when the check ends badly; the connection then reads failed. */
export const useVerifyConnection = () =>
  useConnectionMutation((id: string) => callApi("verifyConnection", { params: { id } }));

/** A changed connection also changes the setups that show it and the schema behind data settings. */
function useConnectionMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.connections }),
        queryClient.invalidateQueries({ queryKey: keys.setups }),
        queryClient.invalidateQueries({ queryKey: dataSettingsKey }),
      ]),
  });
}
