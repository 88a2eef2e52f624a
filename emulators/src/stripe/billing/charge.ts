import { cardOf } from "../cards.js";
import type { Invoice, Subscription } from "../objects.js";
import type { World } from "../world.js";

/** Days from a failed attempt to the next one. After the last attempt the subscription ends. */
const retryDays = [3, 5, 7];

/** Charges an open invoice to the current default payment method. @returns whether it is paid */
export function charge(world: World, invoice: Invoice, at: number): boolean {
  const subscription = world.get("subscriptions", invoice.parent.subscription_details.subscription);
  const methodId = methodFor(world, invoice, subscription);
  const number = methodId === null ? "" : (world.state.cards[methodId] ?? "");
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (invoice.amount_due === 0 || (methodId !== null && !cardOf(number).declinesCharges)) {
    markPaid(world, invoice, at);
    return true;
  }
  const days = retryDays[invoice.attempt_count - 1];
  const isLive = subscription.status !== "canceled";
  invoice.next_payment_attempt = days !== undefined && isLive ? at + days * 86_400 : null;
  world.emit("invoice.payment_failed", invoice, at);
  if (!isLive) return false;
  if (days === undefined) end(world, subscription, at);
  else if (subscription.status === "active") {
    subscription.status = "past_due";
    world.emit("customer.subscription.updated", subscription, at, { status: "active" });
  }
  return false;
}

const methodFor = (world: World, invoice: Invoice, subscription: Subscription): string | null =>
  subscription.default_payment_method ??
  world.get("customers", invoice.customer).invoice_settings.default_payment_method;

function markPaid(world: World, invoice: Invoice, at: number): void {
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = at;
  world.emit("invoice.paid", invoice, at);
  world.emit("invoice.payment_succeeded", invoice, at);
  const subscription = world.get("subscriptions", invoice.parent.subscription_details.subscription);
  const isOwing = Object.values(world.state.invoices).some(
    ({ status, parent }) => status === "open" && parent.subscription_details.subscription === subscription.id,
  );
  if (subscription.status === "past_due" && !isOwing) {
    subscription.status = "active";
    world.emit("customer.subscription.updated", subscription, at, { status: "past_due" });
  }
}

/** Ends a subscription for good. */
export function end(world: World, subscription: Subscription, at: number): void {
  subscription.status = "canceled";
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  world.emit("customer.subscription.deleted", subscription, at);
}
