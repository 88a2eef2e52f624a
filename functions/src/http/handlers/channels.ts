import type { Dependencies } from "../../composition/dependencies.js";
import { toDelivery } from "../../features/channels/channel-record.js";
import { addressPage, followAddressLink } from "../../features/channels/confirm-address.js";
import {
  createChannel,
  deleteChannel,
  listChannels,
  retryChannel,
  rotateChannelSecret,
  testChannel,
} from "../../features/channels/manage-channels.js";
import {
  createRoute,
  deleteRoute,
  previewRoute,
  updateRoute,
} from "../../features/channels/manage-routes.js";
import { titleOf } from "../../features/channels/message.js";
import { type Handlers, html, page } from "../endpoint.js";

type Names =
  | "listChannels"
  | "createChannel"
  | "deleteChannel"
  | "testChannel"
  | "retryChannel"
  | "rotateChannelSecret"
  | "listDeliveries"
  | "listRoutes"
  | "createRoute"
  | "updateRoute"
  | "deleteRoute"
  | "previewRoute"
  | "openAddressLink"
  | "followAddressLink";

export const channelHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  listChannels: ({ actor }) => listChannels(deps, actor),
  createChannel: ({ actor, body }) => createChannel(deps, actor, body),
  deleteChannel: async ({ actor, params }) => {
    await deleteChannel(deps, actor, params.id);
    return undefined;
  },
  testChannel: ({ actor, params }) => testChannel(deps, actor, params.id),
  retryChannel: async ({ actor, params }) => {
    await retryChannel(deps, actor, params.id);
    return undefined;
  },
  rotateChannelSecret: ({ actor, params }) => rotateChannelSecret(deps, actor, params.id),
  listDeliveries: async ({ actor, query: { channelId, ...request } }) => {
    const { items, nextCursor } = await deps.channels.deliveries(actor.workspaceId, { channelId }, request);
    return page({ items: items.map((delivery) => toDelivery(delivery, titleOf(delivery))), nextCursor });
  },
  listRoutes: ({ actor }) => deps.channels.routes(actor.workspaceId),
  createRoute: ({ actor, body }) => createRoute(deps, actor, body),
  updateRoute: ({ actor, params, body }) => updateRoute(deps, actor, params.id, body),
  deleteRoute: async ({ actor, params }) => {
    await deleteRoute(deps, actor, params.id);
    return undefined;
  },
  previewRoute: ({ actor, body }) => previewRoute(deps, actor, body),
  openAddressLink: async ({ query }) => html(addressPage(deps, query.token)),
  followAddressLink: async ({ query }) => html(await followAddressLink(deps, query.token)),
});
