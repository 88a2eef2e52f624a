import { z } from "zod";
import * as channels from "../channels/channels.js";
import * as routes from "../channels/routes.js";
import { editQuerySchema, emptyBodySchema, revisionQuerySchema } from "../common.js";
import { del, get, patch, post, put, type Endpoints } from "./endpoint.js";

export const channelsEndpoints = {
  listChannels: get("admin", "/api/v1/channels", {
    summary: "The workspace's channels, oldest first.",
    scope: "read",
    response: z.array(channels.channelSchema),
  }),
  createChannel: post("admin", "/api/v1/channels", {
    summary: "Adds a channel. It gets findings once a route uses it.",
    needsVerifiedEmail: true,
    scope: "write",
    query: editQuerySchema.pick({ fromFile: true }),
    body: channels.createChannelSchema,
    response: channels.createdChannelSchema,
    status: 201,
  }),
  updateChannel: put("admin", "/api/v1/channels/:id", {
    summary: "Changes a channel. An omitted secret is kept; new addresses are asked to confirm.",
    needsVerifiedEmail: true,
    scope: "write",
    query: editQuerySchema,
    body: channels.updateChannelSchema,
    response: channels.channelSchema,
  }),
  switchChannel: patch("admin", "/api/v1/channels/:id", {
    summary: "Turns a channel on or off.",
    needsVerifiedEmail: true,
    body: channels.switchChannelSchema,
    response: channels.channelSchema,
  }),
  deleteChannel: del("admin", "/api/v1/channels/:id", {
    summary: "Deletes a channel, its routes and its waiting messages.",
    needsVerifiedEmail: false,
    scope: "write",
    query: revisionQuerySchema,
  }),
  testChannel: post("admin", "/api/v1/channels/:id/test", {
    summary: "Sends one test message and returns the outcome.",
    needsVerifiedEmail: true,
    scope: "write",
    body: emptyBodySchema,
    response: channels.deliverySchema,
  }),
  retryChannel: post("admin", "/api/v1/channels/:id/retry", {
    summary: "Sends a channel's waiting messages now, and invites unconfirmed addresses again.",
    needsVerifiedEmail: true,
    scope: "write",
    body: emptyBodySchema,
  }),
  rotateChannelSecret: post("admin", "/api/v1/channels/:id/rotate-secret", {
    summary: "Gives a webhook a new signing secret; for a day, the old one also signs messages.",
    needsVerifiedEmail: true,
    scope: "write",
    body: emptyBodySchema,
    response: channels.rotatedSecretSchema,
  }),
  listDeliveries: get("admin", "/api/v1/deliveries", {
    summary: "Messages to channels and their outcomes, newest first.",
    scope: "read",
    query: channels.deliveryQuerySchema,
    response: z.array(channels.deliverySchema),
  }),
  listRoutes: get("admin", "/api/v1/routes", {
    summary: "Routes: which incidents go to which channel. The one to members is first, then the oldest.",
    scope: "read",
    response: z.array(routes.routeSchema),
  }),
  createRoute: post("admin", "/api/v1/routes", {
    summary: "Adds a route, or the one to members again (`channelId` is `members`).",
    needsVerifiedEmail: true,
    scope: "write",
    query: editQuerySchema.pick({ fromFile: true }),
    body: routes.createRouteSchema,
    response: routes.routeSchema,
    status: 201,
  }),
  updateRoute: put("admin", "/api/v1/routes/:id", {
    summary: "Changes a route.",
    needsVerifiedEmail: true,
    scope: "write",
    query: editQuerySchema,
    body: routes.updateRouteSchema,
    response: routes.routeSchema,
  }),
  deleteRoute: del("admin", "/api/v1/routes/:id", {
    summary: "Deletes a route. Without the one to members, they get no emails about findings.",
    needsVerifiedEmail: false,
    scope: "write",
    query: revisionQuerySchema,
  }),
  previewRoute: post("admin", "/api/v1/routes/preview", {
    summary: "Incidents of the last 28 days that a route would have sent.",
    needsVerifiedEmail: false,
    scope: "write",
    body: routes.routeInputSchema,
    response: routes.routePreviewSchema,
  }),
  openAddressLink: get("public", "/api/v1/channel-address", {
    summary: "Page that the link in an email to a channel's address opens.",
    query: channels.addressQuerySchema,
    response: z.string(),
  }),
  followAddressLink: post("public", "/api/v1/channel-address", {
    summary: "Confirms an address of an email channel, or removes it (RFC 8058).",
    query: channels.addressQuerySchema,
    response: z.string(),
  }),
} as const satisfies Endpoints;
