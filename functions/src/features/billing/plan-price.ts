import type { Pricing } from "../../contract/billing.js";
import { standardTiers } from "../../contract/tier-costs.js";
import { minuteMs } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import type { PlanPrice } from "./payments.js";

/** The standard plan, where no card provider knows better. */
export const standardPrice: PlanPrice = {
  productName: "Plumbline Standard",
  currency: "usd",
  tiers: standardTiers,
};

const keptMs = 10 * minuteMs;
const kept = new WeakMap<object, { price: PlanPrice; untilMs: number }>();

/**
 * The plan's price as the card provider has it, asked anew every ten minutes. When the provider does not answer, the
 * last known price stands in, else the standard plan: a page about money must not go down with it.
 */
export async function planPrice({
  payments,
  clock,
  logger,
}: Pick<Dependencies, "payments" | "clock" | "logger">): Promise<PlanPrice> {
  if (!payments) return standardPrice;
  const nowMs = clock.now().getTime();
  const known = kept.get(payments);
  if (known && nowMs < known.untilMs) return known.price;
  try {
    const price = await payments.planPrice();
    kept.set(payments, { price, untilMs: nowMs + keptMs });
    return price;
  } catch (error) {
    logger.warn("the plan's price is not known now", {}, error);
    return known?.price ?? standardPrice;
  }
}

export async function getPricing(
  deps: Pick<Dependencies, "payments" | "clock" | "logger">,
): Promise<Pricing> {
  const { productName, currency, tiers } = await planPrice(deps);
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
