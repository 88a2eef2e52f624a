import type { Pricing } from "../../contract/billing.js";
import { standardTiers } from "../../contract/tier-costs.js";
import { minuteMs } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import type { BillingAccount } from "./billing-account.js";
import type { PlanPrice } from "./payments.js";

type Parts = Pick<Dependencies, "payments" | "clock" | "logger">;

/** The standard plan, where no card provider knows better. */
export const standardPrice: PlanPrice = {
  productName: "Plumbline Standard",
  currency: "usd",
  tiers: standardTiers,
};

const keptMs = 10 * minuteMs;
const kept = new WeakMap<object, Map<string | null, { price: PlanPrice; untilMs: number }>>();

/**
 * What the account pays, or would pay, as the card provider has it: the price of its subscription, else the one that new
 * subscriptions get. Asked anew every ten minutes. When the provider does not answer, the last known price stands in,
 * else the standard plan: a page about money must not go down with it.
 */
export async function planPrice(
  { payments, clock, logger }: Parts,
  { customer: { subscription } }: BillingAccount,
): Promise<PlanPrice> {
  if (!payments) return standardPrice;
  const priceId = subscription?.priceId ?? null;
  const prices = kept.get(payments) ?? new Map();
  kept.set(payments, prices);
  const nowMs = clock.now().getTime();
  const known = prices.get(priceId);
  if (known && nowMs < known.untilMs) return known.price;
  try {
    const price = await payments.planPrice(priceId);
    prices.set(priceId, { price, untilMs: nowMs + keptMs });
    return price;
  } catch (error) {
    logger.warn("the plan's price is not known now", { priceId }, error);
    return known?.price ?? standardPrice;
  }
}

export async function getPricing(deps: Parts & Pick<Dependencies, "billing">, uid: string): Promise<Pricing> {
  const { productName, currency, tiers } = await planPrice(deps, await deps.billing.account(uid));
  return {
    product: { name: productName },
    pricing: {
      currency,
      tiers: tiers.map(({ upTo, unitCents, flatCents }) => ({
        upTo,
        unitAmount: Number(unitCents),
        flatAmount: flatCents,
      })),
    },
  };
}
