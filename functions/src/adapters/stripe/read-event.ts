import type { Stripe } from "stripe";
import type { BillingEvent, InvoiceState, Payment } from "../../features/billing/billing-event.js";
import { AppError } from "../../shared/errors.js";

/** The types that `readEvent` reads: what a webhook endpoint has to be sent. */
export const handledEvents = [
  "checkout.session.completed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "payment_method.detached",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "invoice.marked_uncollectible",
] as const;

/** A signature older than this may be a replay. */
const toleranceSeconds = 300;

/**
 * Stripe's event as billing understands it; null for one that it does not need.
 * @throws AppError `invalid-signature` for a body that Stripe did not sign with our secret just now
 */
export function readEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  secret: string,
): BillingEvent | null {
  const event = verified(stripe, body, signature, secret);
  const { id, type } = event;
  const base = (customer: Reference) => ({
    id,
    type,
    createdAt: instantOf(event.created),
    customerId: idOf(customer) ?? "",
  });
  switch (event.type) {
    case "checkout.session.completed": {
      const session = event.data.object;
      if (session.mode !== "setup" || !session.customer) return null;
      return { ...base(session.customer), kind: "checkout-completed", checkoutId: session.id };
    }
    case "customer.subscription.updated": {
      const { customer, id: subscriptionId } = event.data.object;
      return { ...base(customer), kind: "subscription-changed", subscriptionId };
    }
    case "customer.subscription.deleted": {
      const { customer, id: subscriptionId } = event.data.object;
      return { ...base(customer), kind: "subscription-ended", subscriptionId };
    }
    case "payment_method.detached": {
      const customer = event.data.previous_attributes?.customer ?? null;
      if (customer === null) return null;
      return { ...base(customer), kind: "method-detached", paymentMethodId: event.data.object.id };
    }
    case "invoice.paid":
      return invoiceEvent(base, event.data.object, "paid");
    case "invoice.payment_failed":
      return invoiceEvent(base, event.data.object, "failed");
    case "invoice.voided":
    case "invoice.marked_uncollectible": // Nobody asks for the money any more.
      return invoiceEvent(base, event.data.object, "void");
    default:
      return null;
  }
}

function verified(stripe: Stripe, body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret, toleranceSeconds);
  } catch (cause) {
    throw new AppError("invalid-signature", "The signature does not fit the body.", { cause });
  }
}

type Reference = string | { id: string } | null;
type Base = (customer: Reference) => Pick<BillingEvent, "id" | "type" | "createdAt" | "customerId">;

/** Null for an invoice over nothing, like the one a metered subscription begins with. */
function invoiceEvent(base: Base, invoice: Stripe.Invoice, status: InvoiceState): BillingEvent | null {
  const { id, amount_paid, amount_due, currency, created, customer, parent, status_transitions } = invoice;
  const amount = status === "paid" ? amount_paid : amount_due;
  if (amount === 0 || !customer) return null;
  const at = status === "paid" ? (status_transitions.paid_at ?? created) : created;
  const payment: Payment = {
    id,
    amount,
    currency,
    createdAt: instantOf(at),
    status,
    subscriptionId: idOf(parent?.subscription_details?.subscription ?? null),
  };
  return { ...base(customer), kind: "invoice", payment };
}

const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

const idOf = (reference: Reference): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
