import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { CreateChannel, UpdateChannel } from "@contract/channels/channels";
import { routeInputSchema, type RouteInput } from "@contract/channels/routes";
import { callApi, callApiPage } from "@/lib/api-client";
import { useChange, inPages } from "@/lib/query-client";
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
    ...inPages,
  });

/** The messages that a route would have sent; requested again when the route changes. */
export const useRoutePreview = (route: RouteInput) =>
  useQuery({
    queryKey: [...channelsKey, "preview", route],
    queryFn: () => callApi("previewRoute", { body: routeInputSchema.parse(route) }),
    enabled: route.channelId !== "",
    placeholderData: keepPreviousData,
  });

/** Changes channels or routes. Lists and history are reloaded even if the change failed. */
const useChannelChange = <T, R>(mutationFn: (input: T) => Promise<R>) =>
  useChange(mutationFn, [channelsKey], "done-or-failed");

export const useCreateChannel = () =>
  useChannelChange((body: CreateChannel) => callApi("createChannel", { body }));

/** Refused if somebody else has changed the channel since `revision`. */
export const useUpdateChannel = () =>
  useChannelChange(({ id, revision, body }: { id: string; revision: number; body: UpdateChannel }) =>
    callApi("updateChannel", { params: { id }, query: { revision }, body }),
  );

export const useSwitchChannel = () =>
  useChannelChange(({ id, isOn }: { id: string; isOn: boolean }) =>
    callApi("switchChannel", { params: { id }, body: { isOn } }),
  );

export const useDeleteChannel = () =>
  useChannelChange((id: string) => callApi("deleteChannel", { params: { id } }));

export const useTestChannel = () =>
  useChannelChange((id: string) => callApi("testChannel", { params: { id } }));

export const useRetryChannel = () =>
  useChannelChange((id: string) => callApi("retryChannel", { params: { id } }));

export const useRotateSecret = () =>
  useChannelChange((id: string) => callApi("rotateChannelSecret", { params: { id } }));

/** Updates the route with the given id, or creates one if the id is null. */
export const useSaveRoute = () =>
  useChannelChange(({ id, body }: { id: string | null; body: RouteInput }) =>
    id === null ? callApi("createRoute", { body }) : callApi("updateRoute", { params: { id }, body }),
  );

export const useDeleteRoute = () =>
  useChannelChange((id: string) => callApi("deleteRoute", { params: { id } }));
