import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import { z } from "zod";
import type { EventDestination } from "../objects.js";
import { shape } from "../shape.js";
import type { World } from "../world.js";
import { route, type Route } from "./route.js";

const include = z.array(z.enum(["webhook_endpoint.url", "webhook_endpoint.signing_secret"])).optional();
const enabledEvents = z.array(z.string()).min(1);

const createShape = shape<Stripe.V2.Core.EventDestinationCreateParams>()(
  z.strictObject({
    name: z.string().min(1),
    description: z.string().optional(),
    type: z.literal("webhook_endpoint"),
    event_payload: z.literal("thin"),
    enabled_events: enabledEvents,
    webhook_endpoint: z.strictObject({ url: z.url() }),
    include,
  }),
);
const updateShape = shape<Stripe.V2.Core.EventDestinationUpdateParams>()(
  z.strictObject({ enabled_events: enabledEvents.optional(), include: z.array(z.string()).optional() }),
);
const listShape = shape<Stripe.V2.Core.EventDestinationListParams>()(
  z.strictObject({ limit: z.coerce.number().int().optional(), include: z.array(z.string()).optional() }),
);
const noParams = z.strictObject({});

const path = "/v2/core/event_destinations";

/** Destinations of thin events, and those events with their data. */
export const eventDestinationRoutes: Route[] = [
  route("POST", path, createShape, (world, params) => {
    const at = new Date(world.now() * 1_000).toISOString();
    const destination: EventDestination = {
      id: world.id("ed_test"),
      object: "v2.core.event_destination",
      created: at,
      updated: at,
      livemode: false,
      name: params.name,
      description: params.description ?? "",
      type: "webhook_endpoint",
      event_payload: "thin",
      enabled_events: params.enabled_events,
      status: "enabled",
      url: params.webhook_endpoint.url,
      secret: `whsec_${randomBytes(24).toString("hex")}`,
    };
    world.state.eventDestinations[destination.id] = destination;
    return view(destination, params.include);
  }),
  route("GET", path, listShape, ({ state }, params) => ({
    data: Object.values(state.eventDestinations).map((destination) => view(destination, params.include)),
    next_page_url: null,
    previous_page_url: null,
  })),
  route("POST", `${path}/:id`, updateShape, (world, { enabled_events }, id) => {
    const destination = world.get("eventDestinations", id);
    if (enabled_events) destination.enabled_events = enabled_events;
    return view(destination, []);
  }),
  route("DELETE", `${path}/:id`, noParams, (world, _params, id) => {
    world.get("eventDestinations", id);
    const { [id]: _gone, ...others } = world.state.eventDestinations;
    world.state.eventDestinations = others;
    return { id, object: "v2.core.event_destination" };
  }),
  route("POST", `${path}/:id/enable`, noParams, setStatus("enabled")),
  route("POST", `${path}/:id/disable`, noParams, setStatus("disabled")),
  route("GET", "/v2/core/events/:id", noParams, (world, _params, id) => world.get("thinEvents", id)),
];

function setStatus(status: EventDestination["status"]) {
  return (world: World, _params: object, id: string) => {
    const destination = world.get("eventDestinations", id);
    destination.status = status;
    return view(destination, []);
  };
}

/** Stripe shows the address only on request, and the secret only when the destination is created. */
function view({ url, secret, ...destination }: EventDestination, included: readonly string[] = []): object {
  const endpoint = {
    ...(included.includes("webhook_endpoint.url") ? { url } : {}),
    ...(included.includes("webhook_endpoint.signing_secret") ? { signing_secret: secret } : {}),
  };
  return { ...destination, webhook_endpoint: endpoint };
}
