import type { Stripe } from "stripe";
import { z } from "zod";
import { invalid } from "../failure.js";
import type { CheckoutSession, SetupIntent } from "../objects.js";
import { expand, metadata, shape } from "../shape.js";
import { route, type Route } from "./route.js";

const createShape = shape<Stripe.Checkout.SessionCreateParams>()(
  z.strictObject({
    mode: z.literal("setup"),
    customer: z.string(),
    currency: z.string().length(3).optional(),
    allowed_payment_method_types: z.array(z.literal("card")).optional(),
    success_url: z.url(),
    cancel_url: z.url().optional(),
    client_reference_id: z.string().max(200).optional(),
    metadata: metadata.optional(),
    expand,
  }),
);
const retrieveShape = shape<Stripe.Checkout.SessionRetrieveParams>()(z.strictObject({ expand }));

const dayInSeconds = 86_400;

export const checkoutRoutes: Route[] = [
  route("POST", "/v1/checkout/sessions", createShape, (world, params) => {
    if (params.currency === undefined && params.allowed_payment_method_types === undefined)
      throw invalid(
        "`currency` is required in `setup` mode when `allowed_payment_method_types` is not set.",
        "parameter_missing",
        "currency",
      );
    const { id: customer } = world.get("customers", params.customer);
    const created = world.now();
    const intent: SetupIntent = {
      id: world.id("seti"),
      object: "setup_intent",
      created,
      livemode: false,
      usage: "off_session",
      customer,
      payment_method: null,
      status: "requires_payment_method",
      last_setup_error: null,
    };
    const id = world.id("cs_test");
    const session: CheckoutSession = {
      id,
      object: "checkout.session",
      created,
      livemode: false,
      mode: "setup",
      status: "open",
      payment_status: "no_payment_required",
      customer,
      setup_intent: intent.id,
      client_reference_id: params.client_reference_id ?? null,
      metadata: params.metadata ?? {},
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      expires_at: created + dayInSeconds,
      url: `${world.origin}/c/pay/${id}`,
    };
    world.state.setupIntents[intent.id] = intent;
    world.state.sessions[id] = session;
    return session;
  }),
  route("GET", "/v1/checkout/sessions/:id", retrieveShape, (world, _params, id) => world.get("sessions", id)),
];
