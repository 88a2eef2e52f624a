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
import { callApi, callApiPage } from "@/lib/api-client";
import { keys } from "./keys";
import { currentUserQuery } from "./user";

const listsKey = [...keys.incidents, "list"];

/** Incidents that are closed, or all others, of all connections or of one. */
export const incidentsQuery = (isClosed: boolean, connectionId?: string) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, isClosed, connectionId ?? "all"],
    queryFn: ({ pageParam }) =>
      callApiPage("listIncidents", {
        query: { closed: isClosed ? "true" : "false", connectionId, cursor: pageParam ?? undefined },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/**
 * The open incidents, those that are over and close by themselves included: what the navigation, Home and the inbox count.
 * `isPartOfMore`: further pages are not loaded.
 */
export function useOpenIncidents() {
  const { data, hasNextPage, isFetching, isError } = useInfiniteQuery(incidentsQuery(false));
  const all = data?.pages.flatMap(({ items }) => items);
  return {
    open: all?.filter(({ status }) => status === "open"),
    all,
    isPartOfMore: hasNextPage,
    isUpToDate: !isFetching && !isError,
  };
}

/** How many there are of each status, whether they are loaded or not. */
export const incidentCountsQuery = () =>
  queryOptions({
    queryKey: [...keys.incidents, "counts"],
    queryFn: () => callApi("countIncidents"),
  });

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.incidents, "one", id],
    queryFn: () => callApi("getIncident", { params: { id } }),
  });

/** Incidents of a connection by which people have changed later runs. */
export const annotationsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [...keys.incidents, "annotations", connectionId],
    queryFn: () => callApi("listAnnotations", { params: { id: connectionId } }),
  });

type Change = { ids: string[]; action: IncidentAction };

/**
 * Does the same to some incidents. Lists and pages show it at once, as before again when it failed, and are loaded again
 * with the reports in either case.
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
    // Nobody waits for it: what was done is said as soon as it is done.
    onSettled: () => {
      for (const queryKey of [keys.incidents, keys.reports]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** What the server will most likely make of it; an assignee's name comes with its answer. */
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
