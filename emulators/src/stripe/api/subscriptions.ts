import type { Stripe } from "stripe";
import { z } from "zod";
import { monthAfter } from "../billing/advance.js";
import { end } from "../billing/charge.js";
import { draftInvoice, finalise } from "../billing/invoices.js";
import { invalid, missing } from "../failure.js";
import type { Subscription } from "../objects.js";
import { expand, flag, metadata, paging, shape } from "../shape.js";
import { list, route, type Route } from "./route.js";

const createShape = shape<Stripe.SubscriptionCreateParams>()(
  z.strictObject({
    customer: z.string(),
    items: z.array(z.strictObject({ price: z.string() })).length(1),
    default_payment_method: z.string().optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const updateShape = shape<Stripe.SubscriptionUpdateParams>()(
  z.strictObject({
    cancel_at_period_end: flag.optional(),
    default_payment_method: z.string().optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const cancelShape = shape<Stripe.SubscriptionCancelParams>()(
  z.strictObject({ invoice_now: flag.optional(), prorate: flag.optional(), expand }),
);
const retrieveShape = shape<Stripe.SubscriptionRetrieveParams>()(z.strictObject({ expand }));
const listShape = shape<Stripe.SubscriptionListParams>()(
  z.strictObject({
    customer: z.string().optional(),
    price: z.string().optional(),
    status: z.enum(["active", "past_due", "canceled", "all", "ended"]).optional(),
    ...paging,
  }),
);

export const subscriptionRoutes: Route[] = [
  route("POST", "/v1/subscriptions", createShape, (world, params) => {
    const { id: customer } = world.get("customers", params.customer);
    const { tiers: _tiers, ...price } = world.get("prices", params.items[0]!.price);
    const at = world.now();
    const id = world.id("sub");
    const subscription: Subscription = {
      id,
      object: "subscription",
      created: at,
      livemode: false,
      metadata: params.metadata ?? {},
      status: "active",
      collection_method: "charge_automatically",
      customer,
      currency: price.currency,
      default_payment_method: params.default_payment_method ?? null,
      billing_cycle_anchor: at,
      start_date: at,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      latest_invoice: null,
      items: {
        object: "list",
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
        data: [
          {
            id: world.id("si"),
            object: "subscription_item",
            price,
            current_period_start: at,
            current_period_end: monthAfter(at, at),
            subscription: id,
          },
        ],
      },
    };
    world.state.subscriptions[id] = subscription;
    world.emit("customer.subscription.created", subscription);
    // A metered plan is billed at the end of the period: the first invoice is for $0.
    finalise(
      world,
      draftInvoice(world, subscription, { reason: "subscription_create", start: at, end: at, at }),
      at,
    );
    return subscription;
  }),
  route("GET", "/v1/subscriptions/:id", retrieveShape, (world, _params, id) =>
    world.get("subscriptions", id),
  ),
  route("POST", "/v1/subscriptions/:id", updateShape, (world, { expand: _, ...params }, id) => {
    const subscription = world.get("subscriptions", id);
    if (subscription.status === "canceled")
      throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
    const { cancel_at_period_end, cancel_at, canceled_at } = subscription;
    if (params.cancel_at_period_end === true && !cancel_at_period_end) {
      subscription.cancel_at = subscription.items.data[0]!.current_period_end;
      subscription.canceled_at = world.now();
    }
    if (params.cancel_at_period_end === false)
      Object.assign(subscription, { cancel_at: null, canceled_at: null });
    Object.assign(subscription, params);
    world.emit("customer.subscription.updated", subscription, world.now(), {
      cancel_at_period_end,
      cancel_at,
      canceled_at,
    });
    return subscription;
  }),
  route("DELETE", "/v1/subscriptions/:id", cancelShape, (world, { invoice_now }, id) => {
    const subscription = world.get("subscriptions", id);
    if (subscription.status === "canceled") throw missing("subscription", id);
    const at = world.now();
    end(world, subscription, at);
    if (invoice_now) {
      const start = subscription.items.data[0]!.current_period_start;
      const invoice = draftInvoice(world, subscription, {
        reason: "subscription_update",
        start,
        end: at,
        at,
      });
      finalise(world, invoice, at);
    }
    return subscription;
  }),
  route("GET", "/v1/subscriptions", listShape, ({ state }, { customer, price, status, ...page }) =>
    list(
      "/v1/subscriptions",
      Object.values(state.subscriptions).filter(
        (subscription) =>
          (customer === undefined || subscription.customer === customer) &&
          (price === undefined || subscription.items.data[0]!.price.id === price) &&
          isWanted(subscription.status, status),
      ),
      page,
    ),
  ),
];

/** Without a status, all subscriptions that are not canceled. */
const isWanted = (status: Subscription["status"], wanted: string | undefined): boolean => {
  if (wanted === "all") return true;
  if (wanted === undefined) return status !== "canceled";
  return status === (wanted === "ended" ? "canceled" : wanted);
};
