import type { Dependencies } from "../../composition/dependencies.js";
import { toDelivery } from "../../features/channels/channel-record.js";
import { addressPage, followAddressLink } from "../../features/channels/confirm-address.js";
import * as channels from "../../features/channels/manage-channels.js";
import * as routes from "../../features/channels/manage-routes.js";
import { titleOf } from "../../features/channels/delivery-message.js";
import { createChannel, updateChannel } from "../../features/channels/save-channel.js";
import { type Handlers, html, page } from "../endpoint.js";

export const channelHandlers = (deps: Dependencies) =>
  ({
    listChannels: ({ actor }) => channels.listChannels(deps, actor),
    createChannel: ({ actor, query, body }) => createChannel(deps, actor, body, query.fromFile),
    updateChannel: ({ actor, params, query, body }) => updateChannel(deps, actor, params.id, body, query),
    switchChannel: ({ actor, params, body }) => channels.switchChannel(deps, actor, params.id, body.isOn),
    deleteChannel: ({ actor, params, query }) =>
      channels.deleteChannel(deps, actor, params.id, query.revision),
    testChannel: ({ actor, params }) => channels.testChannel(deps, actor, params.id),
    retryChannel: ({ actor, params }) => channels.retryChannel(deps, actor, params.id),
    rotateChannelSecret: ({ actor, params }) => channels.rotateChannelSecret(deps, actor, params.id),
    listDeliveries: async ({ actor, query: { channelId, ...request } }) => {
      const { items, nextCursor } = await deps.channels.deliveries(actor.workspaceId, { channelId }, request);
      return page({ items: items.map((delivery) => toDelivery(delivery, titleOf(delivery))), nextCursor });
    },
    listRoutes: ({ actor }) => routes.listRoutes(deps, actor.workspaceId),
    createRoute: ({ actor, query, body }) => routes.createRoute(deps, actor, body, query.fromFile),
    updateRoute: ({ actor, params, query, body }) => routes.updateRoute(deps, actor, params.id, body, query),
    deleteRoute: ({ actor, params, query }) => routes.deleteRoute(deps, actor, params.id, query.revision),
    previewRoute: ({ actor, body }) => routes.previewRoute(deps, actor, body),
    openAddressLink: async ({ query }) => html(addressPage(deps, query.token)),
    followAddressLink: async ({ query }) => html(await followAddressLink(deps, query.token)),
  }) satisfies Partial<Handlers>;
