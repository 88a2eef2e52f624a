import { Stripe } from "stripe";
import type { Invoice, InvoiceLine, Price, Subscription } from "../objects.js";
import type { World } from "../world.js";
import { charge } from "./charge.js";

/** Creates a draft invoice; usage is added when it is finalized. */
export function draftInvoice(
  world: World,
  subscription: Subscription,
  options: { reason: Invoice["billing_reason"]; start: number; end: number; at: number },
): Invoice {
  const id = world.id("in");
  const invoice: Invoice = {
    id,
    object: "invoice",
    created: options.at,
    livemode: false,
    currency: subscription.currency,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    total: 0,
    subtotal: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    next_payment_attempt: null,
    period_start: options.start,
    period_end: options.end,
    number: null,
    billing_reason: options.reason,
    status: "draft",
    hosted_invoice_url: null,
    customer: subscription.customer,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: null },
    },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
  world.state.invoices[id] = invoice;
  subscription.latest_invoice = id;
  world.emit("invoice.created", invoice, options.at);
  return invoice;
}

/** Computes the invoice's lines, then charges the card. */
export function finalise(world: World, invoice: Invoice, at: number): void {
  const subscription = world.get("subscriptions", invoice.parent.subscription_details.subscription);
  const price = world.get("prices", subscription.items.data[0]?.price.id ?? "");
  const { period_start: start, period_end: end } = invoice;
  if (start < end) {
    const rows = usedIn(world, price, invoice.customer, start, end);
    invoice.lines.data = tierLines(world, price, rows, { start, end });
  }
  const total = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0);
  Object.assign(invoice, { total, subtotal: total, amount_due: total, amount_remaining: total });
  invoice.status = "open";
  invoice.number = `PLUMB-${String(Object.keys(world.state.invoices).length).padStart(4, "0")}`;
  invoice.hosted_invoice_url = `${world.origin}/i/${invoice.id}`;
  invoice.status_transitions.finalized_at = at;
  world.emit("invoice.finalized", invoice, at);
  charge(world, invoice, at);
}

/** Sum of a customer's meter events with a time in `[start, end)`. */
function usedIn(world: World, price: Price, customer: string, start: number, end: number): number {
  const meter = world.get("meters", price.recurring.meter);
  return world.state.meterEvents
    .filter(
      ({ event_name, payload, timestamp }) =>
        event_name === meter.event_name &&
        payload[meter.customer_mapping.event_payload_key] === customer &&
        timestamp >= start &&
        timestamp < end,
    )
    .reduce((sum, { payload }) => sum + Number(payload[meter.value_settings.event_payload_key]), 0);
}

/**
 * One line per tier, each rounded to whole cents. The first tier's flat fee is billed even for a quantity of
 * 0.
 */
function tierLines(
  world: World,
  price: Price,
  quantity: number,
  period: { start: number; end: number },
): InvoiceLine[] {
  const lines: InvoiceLine[] = [];
  let below = 0;
  for (const { up_to, unit_amount, unit_amount_decimal, flat_amount } of price.tiers) {
    const top = up_to ?? Number.MAX_SAFE_INTEGER;
    const inTier = Math.max(0, Math.min(quantity, top) - below);
    below = top;
    if (lines.length > 0 && inTier === 0) break;
    const unit = Stripe.Decimal.from(unit_amount_decimal ?? String(unit_amount ?? 0));
    const usage = Number(unit.mul(Stripe.Decimal.from(String(inTier))).toFixed(0, "half-up"));
    lines.push({
      id: world.id("il"),
      object: "line_item",
      amount: usage + (flat_amount ?? 0),
      currency: price.currency,
      description: `Tier ${lines.length + 1}`,
      quantity: inTier,
      period,
    });
  }
  return lines;
}
