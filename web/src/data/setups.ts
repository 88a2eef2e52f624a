import type { DetectorKey } from "@contract/detectors";
import type { CreateSetupBody, UpdateSetupBody } from "@contract/setups";
import type { WorkspaceId } from "@contract/workspaces";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";
import { pollMs, reload, useChange } from "@/lib/query-client";
import { homeKey, keys, monthlyCostKey } from "./keys";

export const setupsQuery = () =>
  queryOptions({
    queryKey: [...keys.setups, "list"],
    queryFn: () => callApi("listSetups", { query: { limit: 100 } }),
  });

export const setupQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.setups, id], queryFn: () => callApi("getSetup", { params: { id } }) });

/** Reads a setup of another workspace, to find the one that it is in. */
export const setupIn = (id: string) => (workspaceId: WorkspaceId) =>
  callApi("getSetup", { params: { id } }, workspaceId);

export const setupSuggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.setups, id, "suggestions"],
    queryFn: () => callApi("getSetupSuggestions", { params: { id } }),
  });

export const detectorsQuery = () =>
  queryOptions({ queryKey: keys.detectors, queryFn: () => callApi("listDetectors") });

/**
 * The estimated billable checks of one run with these detectors; requested again whenever the selection
 * changes.
 */
export const estimateQuery = (connectionId: string, detectors: readonly DetectorKey[]) =>
  queryOptions({
    queryKey: [...keys.estimate, connectionId, ...detectors],
    queryFn: () => callApi("getSetupEstimate", { query: { connectionId, detectors: detectors.join(",") } }),
    enabled: connectionId !== "" && detectors.length > 0,
    // Unknown until the sync that began with the verification is done; as patient as Data Settings.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.rowsPerRun === null && dataUpdateCount <= 40 ? pollMs.schemaSync : false,
  });

export const useCreateSetup = () =>
  useSetupChange((body: CreateSetupBody) => callApi("createSetup", { body }));

export const useUpdateSetup = () =>
  useSetupChange(({ id, body }: { id: string; body: UpdateSetupBody }) =>
    callApi("updateSetup", { params: { id }, body }),
  );

export const useSetSetupStatus = () =>
  useSetupChange(({ id, status }: { id: string; status: "active" | "paused" }) =>
    callApi("updateSetup", { params: { id }, body: { status } }),
  );

/** The deleted setup itself is not refetched: its page would show "not found" before navigating away. */
export function useDeleteSetup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi("deleteSetup", { params: { id } }),
    onSuccess: (_, id) =>
      Promise.all([
        reload(queryClient, setupsQuery().queryKey, homeKey, monthlyCostKey),
        queryClient.invalidateQueries({ queryKey: setupQuery(id).queryKey, refetchType: "none" }),
      ]),
  });
}

const useSetupChange = <T, R>(mutationFn: (input: T) => Promise<R>) =>
  useChange(mutationFn, [keys.setups, homeKey, monthlyCostKey]);
