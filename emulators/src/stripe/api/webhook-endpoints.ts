import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import { z } from "zod";
import type { WebhookEndpoint } from "../objects.js";
import { expand, flag, metadata, paging, shape } from "../shape.js";
import { list, route, type Route } from "./route.js";

const eventType = z.custom<Stripe.WebhookEndpointCreateParams.EnabledEvent>(
  (value) => typeof value === "string",
);
const version = z.custom<Stripe.WebhookEndpointCreateParams.ApiVersion>((value) => typeof value === "string");

const createShape = shape<Stripe.WebhookEndpointCreateParams>()(
  z.strictObject({
    url: z.url(),
    enabled_events: z.array(eventType).min(1),
    api_version: version.optional(),
    description: z.string().optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const updateShape = shape<Stripe.WebhookEndpointUpdateParams>()(
  z.strictObject({
    enabled_events: z.array(eventType).min(1).optional(),
    disabled: flag.optional(),
    expand,
  }),
);
const deleteShape = z.strictObject({});
const listShape = shape<Stripe.WebhookEndpointListParams>()(z.strictObject(paging));

export const webhookRoutes: Route[] = [
  route("POST", "/v1/webhook_endpoints", createShape, (world, params) => {
    const endpoint: WebhookEndpoint = {
      id: world.id("we"),
      object: "webhook_endpoint",
      created: world.now(),
      livemode: false,
      status: "enabled",
      url: params.url,
      enabled_events: params.enabled_events,
      api_version: params.api_version ?? null,
      metadata: params.metadata ?? {},
      secret: `whsec_${randomBytes(24).toString("hex")}`,
    };
    world.state.webhookEndpoints[endpoint.id] = endpoint;
    return endpoint;
  }),
  route("POST", "/v1/webhook_endpoints/:id", updateShape, (world, { enabled_events, disabled }, id) => {
    const endpoint = world.get("webhookEndpoints", id);
    if (enabled_events) endpoint.enabled_events = enabled_events;
    if (disabled !== undefined) endpoint.status = disabled ? "disabled" : "enabled";
    const { secret: _, ...shown } = endpoint;
    return shown;
  }),
  route("DELETE", "/v1/webhook_endpoints/:id", deleteShape, (world, _params, id) => {
    world.get("webhookEndpoints", id);
    const { [id]: _gone, ...others } = world.state.webhookEndpoints;
    world.state.webhookEndpoints = others;
    return { id, object: "webhook_endpoint", deleted: true };
  }),
  route("GET", "/v1/webhook_endpoints", listShape, ({ state }, page) =>
    list(
      "/v1/webhook_endpoints",
      // Stripe shows the secret only when the endpoint is created.
      Object.values(state.webhookEndpoints).map(({ secret: _, ...endpoint }) => endpoint),
      page,
    ),
  ),
];
