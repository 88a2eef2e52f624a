import { cardOf, isCardNumber } from "../cards.js";
import type { CheckoutSession, PaymentMethod } from "../objects.js";
import type { World } from "../world.js";

export type Entered = {
  card: string;
  expiry: string;
  cvc: string;
  /** The result of the bank's authentication page; undefined before it is shown. */
  authentication: "complete" | "fail" | undefined;
};

export type Outcome =
  | { kind: "done"; redirectTo: string }
  | { kind: "authenticate" }
  | { kind: "refused"; message: string; field: "card" | "expiry" | "cvc" };

/** Handles the entered card: completes the session, asks for authentication, or shows the form again. */
export function completeCheckout(world: World, session: CheckoutSession, entered: Entered): Outcome {
  const number = entered.card.replaceAll(/[\s-]/g, "");
  const expiry = expiryOf(entered.expiry);
  if (!isCardNumber(number)) return refused("Your card number is invalid.", "card");
  const now = new Date(world.now() * 1_000);
  if (!expiry || expiry.year * 12 + expiry.month <= now.getUTCFullYear() * 12 + now.getUTCMonth())
    return refused("Your card's expiration date is in the past or incomplete.", "expiry");
  if (!/^\d{3,4}$/.test(entered.cvc)) return refused("Your card's security code is incomplete.", "cvc");

  const intent = world.get("setupIntents", session.setup_intent);
  const { declinedAtSetup, needsAuthentication, brand } = cardOf(number);
  if (declinedAtSetup) {
    intent.last_setup_error = { type: "card_error", ...declinedAtSetup };
    world.emit("setup_intent.setup_failed", intent);
    return refused(declinedAtSetup.message, "card");
  }
  if (needsAuthentication && entered.authentication === undefined) {
    intent.status = "requires_action";
    return { kind: "authenticate" };
  }
  if (entered.authentication === "fail") {
    intent.status = "requires_payment_method";
    return refused("We are unable to authenticate your payment method.", "card");
  }

  const method: PaymentMethod = {
    id: world.id("pm"),
    object: "payment_method",
    created: world.now(),
    livemode: false,
    customer: session.customer,
    type: "card",
    card: { brand, last4: number.slice(-4), exp_month: expiry.month, exp_year: expiry.year },
  };
  world.state.paymentMethods[method.id] = method;
  world.state.cards[method.id] = number;
  Object.assign(intent, { payment_method: method.id, status: "succeeded", last_setup_error: null });
  Object.assign(session, { status: "complete", url: null });
  world.emit("payment_method.attached", method);
  world.emit("setup_intent.succeeded", intent);
  world.emit("checkout.session.completed", session);
  return { kind: "done", redirectTo: returnAddress(session) };
}

const returnAddress = ({ success_url, id }: CheckoutSession): string =>
  (success_url ?? "").replace("{CHECKOUT_SESSION_ID}", id);

const refused = (message: string, field: "card" | "expiry" | "cvc"): Outcome => ({
  kind: "refused",
  message,
  field,
});

function expiryOf(text: string): { month: number; year: number } | null {
  const [, month = "", year = ""] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{2})\s*$/.exec(text) ?? [];
  return month === "" ? null : { month: Number(month), year: 2000 + Number(year) };
}
