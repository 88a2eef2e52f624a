import type { Stripe } from "stripe";
import type { PlanPrice } from "../../features/billing/payments.js";

/** @throws Error if the configured price isn't the graduated one that billing expects */
export async function readPlanPrice(stripe: Stripe, priceId: string): Promise<PlanPrice> {
  const price = await stripe.prices.retrieve(priceId, { expand: ["tiers", "product"] });
  const { currency, product, tiers, tiers_mode } = price;
  if (!tiers || tiers_mode !== "graduated")
    throw new Error(`Stripe's price ${priceId} has no graduated tiers.`);
  return {
    productName: typeof product === "string" || product.deleted ? "" : product.name,
    currency,
    tiers: tiers.map(({ up_to, unit_amount_decimal, unit_amount, flat_amount }) => ({
      upTo: up_to,
      unitCents: String(unit_amount_decimal ?? unit_amount ?? 0),
      flatCents: flat_amount ?? 0,
    })),
  };
}
