import type { BillingConfig, BillingStatus } from "../../../../functions/src/contract/billing.js";
import { waitFor } from "../../processes/wait-for.js";
import type { ProductClient } from "./product-client.js";

/** A test card that always succeeds, as on Stripe's own hosted page. */
const card = { card: "4242424242424242", expiry: "12/34", cvc: "123" };

/**
 * Moves the account to the paid plan: submits the form of the Stripe stand-in's checkout page and waits for
 * the webhook. Does nothing if Stripe is not configured or the account already has a payment method.
 */
export async function pay(client: ProductClient): Promise<boolean> {
  const { stripeAvailable } = await client.get<BillingConfig>("/api/v1/billing/config");
  if (!stripeAvailable || (await hasPaid(client))) return false;
  const { checkoutUrl } = await client.post<{ checkoutUrl: string }>("/api/v1/billing/setup-intent");
  const response = await fetch(checkoutUrl, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(card),
    redirect: "manual",
  });
  if (response.status >= 400) throw new Error(`The checkout page answered ${response.status}.`);
  await waitFor("The payment method", async () => (await hasPaid(client)) || undefined, 600_000);
  return true;
}

const hasPaid = async (client: ProductClient) =>
  (await client.get<BillingStatus>("/api/v1/billing/status")).hasPaymentMethod;
