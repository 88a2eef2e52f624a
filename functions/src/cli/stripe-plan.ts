import { Stripe } from "stripe";
import { standardPlan } from "../contract/plan.js";
import { handledEvents } from "../adapters/stripe/read-event.js";

const lookupKey = "plumbline_standard_rows_v1";

export type CreatedPlan = {
  priceId: string;
  /** Stripe tells it once: null for an endpoint that was there already. */
  webhookSecret: string | null;
};

/** Makes what the product needs in a Stripe account; a second call finds it and makes nothing. */
export async function createPlan(
  stripe: Stripe,
  { appUrl, meterEvent }: { appUrl: string; meterEvent: string },
): Promise<CreatedPlan> {
  const meter = await ensureMeter(stripe, meterEvent);
  const priceId = await ensurePrice(stripe, meter);
  const url = `${appUrl.replace(/\/+$/, "")}/api/v1/billing/webhook`;
  return { priceId, webhookSecret: await ensureWebhook(stripe, url) };
}

async function ensureMeter(stripe: Stripe, eventName: string): Promise<string> {
  for await (const { id, event_name } of stripe.billing.meters.list({ status: "active", limit: 100 }))
    if (event_name === eventName) return id;
  const meter = await stripe.billing.meters.create({
    display_name: "Rows analysed",
    event_name: eventName,
    default_aggregation: { formula: "sum" },
    customer_mapping: { type: "by_id", event_payload_key: "stripe_customer_id" },
    value_settings: { event_payload_key: "value" },
  });
  return meter.id;
}

/**
 * Prices cannot be changed: another plan is another lookup key.
 * @throws Error for a price that another meter feeds, whose customers would be billed for nothing
 */
async function ensurePrice(stripe: Stripe, meter: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 });
  const [known] = data;
  if (known && known.recurring?.meter !== meter)
    throw new Error(`The price ${known.id} is fed by another meter. Use that meter's event name.`);
  if (known) return known.id;
  const product = await stripe.products.create({ name: "Plumbline Standard" });
  const { includedRows, monthlyCents, overageCentsPerRow } = standardPlan;
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    lookup_key: lookupKey,
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

async function ensureWebhook(stripe: Stripe, url: string): Promise<string | null> {
  const enabled_events = [...handledEvents];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) {
      const isMissing = enabled_events.some((type) => !endpoint.enabled_events.includes(type));
      // What was made by an earlier release may lack what this one needs.
      if (isMissing) await stripe.webhookEndpoints.update(endpoint.id, { enabled_events });
      return null;
    }
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: Stripe.API_VERSION,
  });
  return secret ?? null;
}
