import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { IncidentAction } from "@contract/incidents";
import { callApi, callApiPage } from "@/lib/api-client";
import { keys } from "./keys";

/** Incidents that are closed, or all others, of all connections or of one. */
export const incidentsQuery = (isClosed: boolean, connectionId?: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.incidents, "list", isClosed, connectionId ?? "all"],
    queryFn: ({ pageParam }) =>
      callApiPage("listIncidents", {
        query: { closed: isClosed ? "true" : "false", connectionId, cursor: pageParam ?? undefined },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.incidents, "one", id],
    queryFn: () => callApi("getIncident", { params: { id } }),
  });

/** Does the same to some incidents; lists, pages and reports are loaded again, also when it failed. */
export function useChangeIncidents() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; action: IncidentAction }) => callApi("changeIncidents", { body }),
    onSettled: () =>
      Promise.all(
        [keys.incidents, keys.reports].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
