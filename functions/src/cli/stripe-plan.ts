import { Stripe } from "stripe";
import { handledEvents, handledThinEvents } from "../contract/integrations/stripe-events.js";
import { standardPlan } from "../contract/plan.js";

const lookupKey = "plumbline_standard_rows_v1";

export type PlanOptions = {
  appUrl: string;
  meterEvent: string;
  /** Creates a new price if the existing one differs from the plan. */
  newPrice?: boolean | undefined;
  /** Replaces a webhook endpoint that has a different API version; its secret changes. */
  newWebhook?: boolean | undefined;
  /** Endpoints whose secret isn't stored. They are deleted and recreated, because Stripe shows a secret only once. */
  lostSecrets?: { webhook: boolean; meterWebhook: boolean };
};

export type CreatedPlan = {
  priceId: string;
  /** Null for an existing endpoint, because Stripe shows a secret only at creation. */
  webhookSecret: string | null;
  meterWebhookSecret: string | null;
  /** One sentence for each difference from the plan that was fixed. */
  mended: string[];
};

/**
 * Creates the meter, price and webhooks that the product needs in a Stripe account. Existing ones are fixed if that
 * changes neither prices nor secrets.
 * @throws Error that says what differs and which option replaces it
 */
export async function createPlan(stripe: Stripe, options: PlanOptions): Promise<CreatedPlan> {
  const { webhook: isWebhookLost, meterWebhook: isDestinationLost } = options.lostSecrets ?? noneLost;
  const mended: string[] = [];
  const url = `${options.appUrl.replace(/\/+$/, "")}/api/v1/billing/webhook`;
  const meter = await ensureMeter(stripe, options.meterEvent, mended);
  const priceId = await ensurePrice(stripe, meter, options.newPrice ?? false, mended);
  return {
    priceId,
    webhookSecret: await ensureWebhook(stripe, url, options.newWebhook ?? false, isWebhookLost, mended),
    meterWebhookSecret: await ensureEventDestination(stripe, url, isDestinationLost, mended),
    mended,
  };
}

const noneLost = { webhook: false, meterWebhook: false };

async function ensureMeter(stripe: Stripe, eventName: string, mended: string[]): Promise<string> {
  for await (const { id, event_name, status } of stripe.billing.meters.list({ limit: 100 })) {
    if (event_name !== eventName) continue;
    if (status === "active") return id;
    await stripe.billing.meters.reactivate(id);
    mended.push(`The meter ${id} was archived; it is active again.`);
    return id;
  }
  const meter = await stripe.billing.meters.create({
    display_name: "Rows analysed",
    event_name: eventName,
    default_aggregation: { formula: "sum" },
    customer_mapping: { type: "by_id", event_payload_key: "stripe_customer_id" },
    value_settings: { event_payload_key: "value" },
  });
  return meter.id;
}

const { includedRows, monthlyCents, overageCentsPerRow } = standardPlan;
type PlanTier = { upTo: number | null; flatCents: number; unitCents: number };
const planTiers: readonly PlanTier[] = [
  { upTo: includedRows, flatCents: monthlyCents, unitCents: 0 },
  { upTo: null, flatCents: 0, unitCents: overageCentsPerRow },
];

/**
 * @throws Error for a price fed by another meter, which would never bill any usage, and for one with other tiers, unless
 * `newPrice` replaces it. Prices can't be changed; existing subscriptions keep theirs.
 */
async function ensurePrice(
  stripe: Stripe,
  meter: string,
  newPrice: boolean,
  mended: string[],
): Promise<string> {
  const { data } = await stripe.prices.list({
    lookup_keys: [lookupKey],
    limit: 1,
    expand: ["data.tiers"],
  });
  const [known] = data;
  if (!known) return createPrice(stripe, meter, false);
  const difference = priceDifference(known, meter);
  if (difference !== null) {
    if (!newPrice) throw new Error(`The price ${known.id} ${difference} Run again with --new-price.`);
    const priceId = await createPrice(stripe, meter, true);
    mended.push(`The price ${known.id} ${difference} New subscriptions get ${priceId}.`);
    return priceId;
  }
  if (!known.active) {
    await stripe.prices.update(known.id, { active: true });
    mended.push(`The price ${known.id} was archived; it is active again.`);
  }
  return known.id;
}

/** The difference from the plan, as the end of a sentence about the price; null if there is none. */
function priceDifference({ currency, recurring, tiers }: Stripe.Price, meter: string): string | null {
  if (recurring?.meter !== meter)
    return "is fed by another meter. Use that meter's event name, or a new price.";
  if (currency !== "usd") return `is in ${currency.toUpperCase()}; the plan is in USD.`;
  const found = (tiers ?? []).map(({ up_to, flat_amount, unit_amount_decimal, unit_amount }) => ({
    upTo: up_to,
    flatCents: flat_amount ?? 0,
    unitCents: Number(unit_amount_decimal ?? unit_amount ?? 0),
  }));
  if (JSON.stringify(found) === JSON.stringify(planTiers)) return null;
  return `has the tiers ${tiersText(found)}; the plan has ${tiersText(planTiers)}.`;
}

const tiersText = (tiers: readonly PlanTier[]): string =>
  tiers
    .map(({ upTo, flatCents, unitCents }) => {
      const range = upTo === null ? "beyond" : `up to ${upTo}`;
      return `${range}: ${flatCents} + ${unitCents} cents a row`;
    })
    .join(", ");

async function createPrice(stripe: Stripe, meter: string, transfersKey: boolean): Promise<string> {
  const product = await stripe.products.create({ name: "Plumbline Standard" });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    lookup_key: lookupKey,
    ...(transfersKey ? { transfer_lookup_key: true } : {}),
    billing_scheme: "tiered",
    tiers_mode: "graduated",
    recurring: { interval: "month", usage_type: "metered", meter },
    tiers: [
      { up_to: includedRows, flat_amount: monthlyCents, unit_amount: 0 },
      { up_to: "inf", unit_amount_decimal: Stripe.Decimal.from(String(overageCentsPerRow)) },
    ],
  });
  return price.id;
}

/** @throws Error for an endpoint with a different API version, whose events have other fields, unless `newWebhook` is set */
async function ensureWebhook(
  stripe: Stripe,
  url: string,
  newWebhook: boolean,
  isSecretLost: boolean,
  mended: string[],
): Promise<string | null> {
  const enabled_events = [...handledEvents];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    const { id, api_version: version, status } = endpoint;
    if (isSecretLost) {
      await stripe.webhookEndpoints.del(id);
      mended.push(`The secret of the webhook endpoint ${id} was not stored; the endpoint has been replaced.`);
      continue;
    }
    if (version !== Stripe.API_VERSION) {
      const difference = `The webhook endpoint ${id} uses API version ${version ?? "(account default)"}; this release needs ${Stripe.API_VERSION}.`;
      // A replaced endpoint is only disabled, so that its deliveries can still be viewed.
      if (status === "disabled") continue;
      if (!newWebhook) throw new Error(`${difference} Run again with --new-webhook.`);
      await stripe.webhookEndpoints.update(id, { disabled: true });
      mended.push(`${difference} It has been disabled and replaced.`);
      continue;
    }
    if (status === "disabled") {
      await stripe.webhookEndpoints.update(id, { disabled: false });
      mended.push(`The webhook endpoint ${id} was disabled; it is enabled again.`);
    }
    const missing = enabled_events.filter((type) => !endpoint.enabled_events.includes(type));
    if (missing.length > 0) {
      await stripe.webhookEndpoints.update(id, { enabled_events });
      mended.push(
        `The webhook endpoint ${id} was missing the events ${missing.join(", ")}; they have been added.`,
      );
    }
    return null;
  }
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: Stripe.API_VERSION,
  });
  return secret ?? null;
}

/** The event destination for usage that Stripe accepted and later rejected. */
async function ensureEventDestination(
  stripe: Stripe,
  url: string,
  isSecretLost: boolean,
  mended: string[],
): Promise<string | null> {
  const enabled_events = [...handledThinEvents];
  const destinations = stripe.v2.core.eventDestinations;
  for await (const destination of destinations.list({ include: ["webhook_endpoint.url"] })) {
    if (destination.webhook_endpoint?.url !== url || destination.event_payload !== "thin") continue;
    const { id } = destination;
    if (isSecretLost) {
      await destinations.del(id);
      mended.push(
        `The secret of the event destination ${id} was not stored; the destination has been replaced.`,
      );
      continue;
    }
    if (destination.status === "disabled") {
      await destinations.enable(id);
      mended.push(`The event destination ${id} was disabled; it is enabled again.`);
    }
    if (enabled_events.some((type) => !destination.enabled_events.includes(type))) {
      await destinations.update(id, { enabled_events });
      mended.push(`The event destination ${id} was missing events; they have been added.`);
    }
    return null;
  }
  const created = await destinations.create({
    name: "Plumbline: rejected usage",
    type: "webhook_endpoint",
    event_payload: "thin",
    enabled_events,
    webhook_endpoint: { url },
    include: ["webhook_endpoint.signing_secret"],
  });
  return created.webhook_endpoint?.signing_secret ?? null;
}
