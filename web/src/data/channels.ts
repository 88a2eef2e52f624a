import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { CreateChannel, UpdateChannel } from "@contract/channels/channels";
import { routeInputSchema, type RouteInput } from "@contract/channels/routes";
import { callApi, callApiPage } from "@/lib/api-client";
import { reload } from "@/lib/query-client";
import { keys } from "./keys";

const channelsKey = [...keys.workspace, "channels"];

export const channelsQuery = () =>
  queryOptions({ queryKey: [...channelsKey, "list"], queryFn: () => callApi("listChannels") });

export const routesQuery = () =>
  queryOptions({ queryKey: [...channelsKey, "routes"], queryFn: () => callApi("listRoutes") });

/** Whether members who want emails get them; for all roles. */
export const emailsMembersQuery = () =>
  queryOptions({
    queryKey: [...channelsKey, "members"],
    queryFn: async () => (await callApi("getWorkspace")).emailsMembers,
  });

export const deliveriesQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: [...channelsKey, "deliveries", channelId],
    queryFn: ({ pageParam }) =>
      callApiPage("listDeliveries", {
        query: { limit: 20, channelId: channelId || undefined, cursor: pageParam ?? undefined },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The messages that a route would have sent; requested again when the route changes. */
export const useRoutePreview = (route: RouteInput) =>
  useQuery({
    queryKey: [...channelsKey, "preview", route],
    queryFn: () => callApi("previewRoute", { body: routeInputSchema.parse(route) }),
    enabled: route.channelId !== "",
  });

/** Changes channels or routes. Lists and history are reloaded even if the change failed. */
function useChannelMutation<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => reload(queryClient, channelsKey),
  });
}

export const useCreateChannel = () =>
  useChannelMutation((body: CreateChannel) => callApi("createChannel", { body }));

/** Refused if somebody else has changed the channel since `revision`. */
export const useUpdateChannel = () =>
  useChannelMutation(({ id, revision, body }: { id: string; revision: number; body: UpdateChannel }) =>
    callApi("updateChannel", { params: { id }, query: { revision }, body }),
  );

export const useSwitchChannel = () =>
  useChannelMutation(({ id, isOn }: { id: string; isOn: boolean }) =>
    callApi("switchChannel", { params: { id }, body: { isOn } }),
  );

export const useDeleteChannel = () =>
  useChannelMutation((id: string) => callApi("deleteChannel", { params: { id } }));

export const useTestChannel = () =>
  useChannelMutation((id: string) => callApi("testChannel", { params: { id } }));

export const useRetryChannel = () =>
  useChannelMutation((id: string) => callApi("retryChannel", { params: { id } }));

export const useRotateSecret = () =>
  useChannelMutation((id: string) => callApi("rotateChannelSecret", { params: { id } }));

/** Updates the route with the given id, or creates one if the id is null. */
export const useSaveRoute = () =>
  useChannelMutation(({ id, body }: { id: string | null; body: RouteInput }) =>
    id === null ? callApi("createRoute", { body }) : callApi("updateRoute", { params: { id }, body }),
  );

export const useDeleteRoute = () =>
  useChannelMutation((id: string) => callApi("deleteRoute", { params: { id } }));
