import type { Stripe } from "stripe";
import type {
  BillingEvent,
  InvoiceState,
  Payment,
  PaymentMethod,
} from "../../features/billing/account/billing-event.js";
import { AppError } from "../../common/errors.js";

/** A signature older than this may be a replay. */
export const toleranceSeconds = 300;

/**
 * Verifies a webhook body and turns Stripe's event into ours; null for events that billing does not use,
 * including those of the other mode (test or live).
 * @throws AppError `invalid-signature` unless Stripe signed the body with our secret within the last five minutes
 */
export function readEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  { secret, isLive }: { secret: string; isLive: boolean },
): BillingEvent | null {
  const event = verifySignature(stripe, body, signature, secret);
  // A test card must not pay for a live plan, even if both modes share the endpoint and its secret.
  if (event.livemode !== isLive) return null;
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
      const purpose = session.metadata?.["purpose"] === "change-card" ? "change-card" : "subscribe";
      return { ...base(session.customer), kind: "checkout-completed", checkoutId: session.id, purpose };
    }
    case "customer.subscription.updated": {
      const { customer, id: subscriptionId } = event.data.object;
      return { ...base(customer), kind: "subscription-changed", subscriptionId };
    }
    case "customer.subscription.deleted": {
      const { customer, id: subscriptionId } = event.data.object;
      return { ...base(customer), kind: "subscription-ended", subscriptionId };
    }
    case "payment_method.updated":
    case "payment_method.automatically_updated": {
      const { object } = event.data;
      return object.customer === null
        ? null
        : { ...base(object.customer), kind: "method-updated", method: readMethod(object) };
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
    case "invoice.marked_uncollectible": // The customer no longer has to pay it.
      return invoiceEvent(base, event.data.object, "void");
    default:
      return null;
  }
}

function verifySignature(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  secret: string,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret, toleranceSeconds);
  } catch (cause) {
    throw new AppError("invalid-signature", "The signature does not match the body.", { cause });
  }
}

type Reference = string | { id: string } | null;
type Base = (customer: Reference) => Pick<BillingEvent, "id" | "type" | "createdAt" | "customerId">;

/** Null for an invoice for $0, such as the first one of a metered subscription. */
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
    url: invoice.hosted_invoice_url ?? null,
    ...(status === "failed" ? { isFinal: invoice.next_payment_attempt === null } : {}),
  };
  return { ...base(customer), kind: "invoice", payment };
}

export function readMethod({ id, card }: Stripe.PaymentMethod): PaymentMethod {
  if (!card) return { id, card: null };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { id, card: { brand, last4, expMonth, expYear } };
}

export const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

export const idOf = (reference: Reference): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);
