import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Incident, IncidentAction, IncidentDetail } from "@contract/incidents";
import type { User } from "@contract/users";
import type { WorkspaceId } from "@contract/workspaces";
import { callApi, callApiPage } from "@/lib/api-client";
import { reload, inPages } from "@/lib/query-client";
import { homeKey, keys } from "./keys";
import { currentUserQuery } from "./user";

const listsKey = [...keys.incidents, "list"];

/** Closed incidents, or all others. */
export const incidentsQuery = (isClosed: boolean) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, isClosed],
    queryFn: ({ pageParam }) =>
      callApiPage("listIncidents", {
        query: { closed: isClosed ? "true" : "false", cursor: pageParam ?? undefined },
      }),
    ...inPages,
  });

/**
 * The open incidents, including those that are over and about to close by themselves. The navigation and the inbox count
 * these. `isPartOfMore` is true if there are more pages to load.
 */
export function useOpenIncidents() {
  const { data, hasNextPage } = useInfiniteQuery(incidentsQuery(false));
  return {
    open: data?.pages.flatMap(({ items }) => items).filter(({ status }) => status === "open"),
    isPartOfMore: hasNextPage,
  };
}

/** The state of each connection's data. */
export const homeQuery = () => queryOptions({ queryKey: homeKey, queryFn: () => callApi("getHome") });

/** The number of incidents in each status, whether loaded or not. */
export const incidentCountsQuery = () =>
  queryOptions({
    queryKey: [...keys.incidents, "counts"],
    queryFn: () => callApi("countIncidents"),
  });

/** Reads an incident of another workspace, to find the one that it is in. */
export const incidentIn = (id: string) => (workspaceId: WorkspaceId) =>
  callApi("getIncident", { params: { id } }, workspaceId);

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.incidents, "one", id],
    queryFn: () => callApi("getIncident", { params: { id } }),
  });

/** Incidents of a connection with annotations, which change later runs. */
export const annotationsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [...keys.incidents, "annotations", connectionId],
    queryFn: () => callApi("listAnnotations", { params: { id: connectionId } }),
  });

type Change = { ids: string[]; action: IncidentAction };

/**
 * Applies an action to incidents. Lists and pages show the change immediately and revert it if it fails. In
 * both cases they are reloaded, together with the reports.
 */
export function useChangeIncidents() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => callApi("changeIncidents", { body }),
    onMutate: async ({ ids, action }: Change) => {
      await queryClient.cancelQueries({ queryKey: keys.incidents });
      const before = queryClient.getQueriesData({ queryKey: keys.incidents });
      const me = queryClient.getQueryData(currentUserQuery().queryKey);
      const change = <T extends Incident>(incident: T): T =>
        ids.includes(incident.id) ? { ...incident, ...expectedChange(incident, action, me) } : incident;
      queryClient.setQueriesData<InfiniteData<{ items: Incident[] }>>(
        { queryKey: listsKey },
        (lists) =>
          lists && {
            ...lists,
            pages: lists.pages.map((page) => ({ ...page, items: page.items.map(change) })),
          },
      );
      for (const id of ids)
        queryClient.setQueryData<IncidentDetail>(incidentQuery(id).queryKey, (one) => one && change(one));
      return before;
    },
    onError: (_error, _change, before) => {
      for (const [queryKey, data] of before ?? []) queryClient.setQueryData(queryKey, data);
    },
    // Not awaited, so that the outcome is announced immediately.
    onSettled: () => void reload(queryClient, keys.incidents, keys.reports),
  });
}

/** The expected result on the server. An assignee's name comes with the server's answer. */
function expectedChange(
  { assignee }: Incident,
  action: IncidentAction,
  me: User | undefined,
): Partial<Incident> {
  switch (action.kind) {
    case "acknowledge": {
      const taker = me ? { uid: me.firebaseUid, name: me.displayName } : null;
      return { status: "acknowledged", mute: null, assignee: assignee ?? taker };
    }
    case "mute":
      return { status: "muted", mute: action.mute };
    case "close":
      return { status: "closed", mute: null, closedAs: action.reason };
    case "reopen":
      return { status: "open", mute: null, closedAs: null, annotation: null };
    case "remove_annotation":
      return { annotation: null };
    case "assign":
    case "comment":
      return {};
  }
}
