import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { Subscription } from "../../features/billing/account/billing-account.js";
import type { Payments } from "../../features/billing/payments.js";
import { readPlanPrice } from "./plan-price.js";
import { idOf, instantOf, readEvent, readMethod } from "./read-event.js";
import { isThin, readRejections } from "./read-rejections.js";
import { stripeClient, upstreamFailed, type StripeClient, type StripeRefusal } from "./stripe-client.js";

export type StripeConfig = {
  apiBase: string | null;
  secretKey?: string | null | undefined;
  publishableKey: string | null;
  /** Undefined in functions that don't handle webhooks. */
  webhookSecret?: string | null | undefined;
  /** Secret of the event destination for rejected usage; without it, those events are refused. */
  meterWebhookSecret?: string | null | undefined;
  priceId: string | null;
  meterEvent: string;
};

/** Payments through Stripe; null unless both keys, the webhook's secret and the price are configured. */
export function stripePayments(config: StripeConfig, retries = 2): Payments | null {
  const { apiBase, secretKey, publishableKey, webhookSecret, meterWebhookSecret, priceId, meterEvent } =
    config;
  if (!secretKey || !publishableKey || webhookSecret === null || !priceId) return null;
  const client = stripeClient({ apiBase, secretKey, retries });
  return {
    publishableKey,
    ...customers(client),
    ...subscriptions(client, priceId),
    ...meter(client, meterEvent),
    planPrice: (id) => client.call((stripe) => readPlanPrice(stripe, id ?? priceId)),
    readEvent: async (body, signature) => {
      if (webhookSecret === undefined) throw new Error("This function doesn't handle webhooks.");
      if (isThin(body)) return readRejections(client, body, signature, meterWebhookSecret ?? null);
      const isLive = !secretKey.includes("_test_");
      return readEvent(await client.raw(), body, signature, { secret: webhookSecret, isLive });
    },
  };
}

function customers({
  call,
}: StripeClient): Pick<
  Payments,
  "createCustomer" | "openCheckout" | "adoptMethod" | "payOpenInvoices" | "deleteCustomer"
> {
  return {
    createCustomer: ({ workspaceId, email, displayName, gone }) =>
      call(async (stripe) => {
        const fields = { ...(email ? { email } : {}), ...(displayName ? { name: displayName } : {}) };
        const idempotencyKey = keyOf(
          "customer",
          workspaceId,
          email,
          displayName,
          ...(gone === null ? [] : [gone]),
        );
        return (await stripe.customers.create({ ...fields, metadata: { workspaceId } }, { idempotencyKey }))
          .id;
      }),

    openCheckout: ({ customerId, workspaceId, returnUrl, cancelUrl, purpose }) =>
      call<string | null>(async (stripe) => {
        const { url } = await stripe.checkout.sessions.create({
          mode: "setup",
          customer: customerId,
          client_reference_id: workspaceId,
          allowed_payment_method_types: ["card"],
          metadata: { purpose },
          success_url: returnUrl,
          cancel_url: cancelUrl,
        });
        if (url === null) throw new Error("The checkout session has no page.");
        return url;
      }, whenCustomerMissing(null)),

    adoptMethod: (checkoutId) =>
      call(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(checkoutId, {
          expand: ["setup_intent.payment_method"],
        });
        const intent = session.setup_intent;
        const method = typeof intent === "string" ? null : intent?.payment_method;
        if (!method || typeof method === "string") return null;
        const customerId = idOf(session.customer);
        // A method that was detached in the meantime can't be used.
        if (customerId === null || idOf(method.customer) !== customerId) return null;
        await stripe.customers.update(customerId, {
          invoice_settings: { default_payment_method: method.id },
        });
        return readMethod(method);
      }),

    payOpenInvoices: (customerId) =>
      call(async (stripe) => {
        const open = stripe.invoices.list({ customer: customerId, status: "open", limit: 100 });
        for await (const invoice of open) await tryToPay(stripe, invoice.id);
      }, whenCustomerMissing(undefined)),

    deleteCustomer: (customerId) =>
      call<undefined>(async (stripe) => {
        await stripe.customers.del(customerId);
        return undefined;
      }, whenCustomerMissing(undefined)),
  };
}

/** For calls where a missing object can only be the customer. */
const whenCustomerMissing =
  <T>(answer: T) =>
  (refusal: StripeRefusal): T => {
    if (refusal.code === "resource_missing") return answer;
    throw upstreamFailed(new Error(refusal.message), refusal);
  };

/** Stripe sends the outcome by webhook, and retries declined payments itself. */
async function tryToPay(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoiceId);
  } catch (error) {
    const type = error instanceof Error && "type" in error ? error.type : "";
    if (type !== "StripeCardError" && type !== "StripeInvalidRequestError") throw error;
  }
}

const liveStates: readonly string[] = ["active", "past_due", "trialing", "unpaid", "incomplete", "paused"];

/** States in which Stripe keeps the subscription but nobody pays for it. */
const haltedStates: readonly string[] = ["unpaid", "incomplete", "paused"];

function subscriptions(
  { call }: StripeClient,
  priceId: string,
): Pick<
  Payments,
  "ensureSubscription" | "findSubscription" | "cancelAtPeriodEnd" | "resume" | "endSubscriptions"
> {
  return {
    ensureSubscription: (customerId, since) =>
      call(async (stripe) => {
        const asOf = new Date();
        const sinceSeconds = Math.floor(Date.parse(since) / 1_000);
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 });
        const live = data.find(({ status }) => liveStates.includes(status));
        if (live) {
          const isCancelledLater = (live.canceled_at ?? 0) > sinceSeconds;
          if (!live.cancel_at_period_end || isCancelledLater) return toSubscription(live, asOf);
          const resumed = await stripe.subscriptions.update(live.id, { cancel_at_period_end: false });
          return toSubscription(resumed, asOf);
        }
        const [last] = data.sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
        if ((last?.ended_at ?? 0) > sinceSeconds) return null;
        const { id } = await stripe.subscriptions.create(
          { customer: customerId, items: [{ price: priceId }] },
          // Parallel calls use the same key and create one subscription.
          { idempotencyKey: keyOf("subscription", customerId, priceId, last?.id ?? "first") },
        );
        // Stripe may replay its response to an earlier call with this key, so read the current state.
        return endedOr(await stripe.subscriptions.retrieve(id), asOf);
      }),

    findSubscription: (subscriptionId) =>
      call(async (stripe) => {
        const asOf = new Date();
        return endedOr(await stripe.subscriptions.retrieve(subscriptionId), asOf);
      }),

    cancelAtPeriodEnd: (subscriptionId) => setCancellation({ call }, subscriptionId, true),
    resume: (subscriptionId) => setCancellation({ call }, subscriptionId, false),

    endSubscriptions: (customerId) =>
      call<undefined>(async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 });
        for (const { id, status } of data)
          if (liveStates.includes(status))
            await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false });
        return undefined;
      }, whenCustomerMissing(undefined)),
  };
}

const setCancellation = ({ call }: Pick<StripeClient, "call">, subscriptionId: string, isCanceled: boolean) =>
  call(async (stripe) => {
    const asOf = new Date();
    const stored = await stripe.subscriptions.retrieve(subscriptionId);
    if (!liveStates.includes(stored.status)) return null;
    if (stored.cancel_at_period_end === isCanceled) return toSubscription(stored, asOf);
    const updated = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCanceled });
    return toSubscription(updated, new Date());
  });

const endedOr = (subscription: Stripe.Subscription, asOf: Date): Subscription | null =>
  liveStates.includes(subscription.status) ? toSubscription(subscription, asOf) : null;

function toSubscription(subscription: Stripe.Subscription, asOf: Date): Subscription {
  const { id, billing_cycle_anchor, cancel_at, cancel_at_period_end, items } = subscription;
  const endsAt = cancel_at ?? (cancel_at_period_end ? (items.data[0]?.current_period_end ?? null) : null);
  return {
    id,
    priceId: items.data[0]?.price.id ?? null,
    anchorAt: instantOf(billing_cycle_anchor),
    cancelAt: endsAt === null ? null : instantOf(endsAt),
    isHalted: haltedStates.includes(subscription.status),
    asOf: asOf.toISOString(),
  };
}

function meter({ call }: StripeClient, eventName: string): Pick<Payments, "meter" | "meteredRows"> {
  let meterId: string | null = null;
  const findMeter = async (stripe: Stripe): Promise<string> => {
    if (meterId !== null) return meterId;
    for await (const { id, event_name } of stripe.billing.meters.list({ status: "active", limit: 100 }))
      if (event_name === eventName) return (meterId = id);
    throw new Error(`Stripe has no active meter for "${eventName}".`);
  };
  return {
    meter: ({ customerId, identifier, rows, at }) =>
      call<Awaited<ReturnType<Payments["meter"]>>>(
        async (stripe) => {
          await stripe.billing.meterEvents.create({
            event_name: eventName,
            identifier,
            timestamp: Math.floor(Date.parse(at) / 1_000),
            payload: { stripe_customer_id: customerId, value: String(rows) },
          });
          return "counted";
        },
        (refusal) => {
          // Stripe has no error code for this.
          if (/already exists with identifier/i.test(refusal.message)) return "known";
          if (refusal.code === "resource_missing") return "gone";
          if (certainRefusals.includes(refusal.type)) return { refused: refusal.code ?? refusal.type };
          throw upstreamFailed(new Error(refusal.message), refusal);
        },
      ),

    meteredRows: (customerId, from, until) =>
      call(async (stripe) => {
        const { data } = await stripe.billing.meters.listEventSummaries(await findMeter(stripe), {
          customer: customerId,
          start_time: Date.parse(from) / 1_000,
          end_time: Date.parse(until) / 1_000,
        });
        return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
      }),
  };
}

/** Not the rate limit: the library may have met it when it repeated a request whose response was lost. */
const certainRefusals = ["StripeInvalidRequestError", "StripeAuthenticationError", "StripePermissionError"];

const keyOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
