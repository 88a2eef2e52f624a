import type { Pricing } from "../../contract/billing.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { standardTiers } from "../../contract/prices/tier-costs.js";
import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { BillingAccount } from "./account/billing-account.js";
import type { PlanPrice } from "./payments.js";

type Deps = Pick<Dependencies, "payments" | "clock" | "logger">;

/** The standard plan, used when Stripe is not configured or not reachable. */
export const standardPrice: PlanPrice = {
  productName: "Plumbline Standard",
  currency: "usd",
  tiers: standardTiers,
};

const cacheMs = 10 * minuteMs;
type PricesById = Map<string | null, { price: PlanPrice; untilMs: number }>;
const cachedPrices = new WeakMap<object, PricesById>();

/**
 * The price of the account's subscription, or the price that new subscriptions get. Read from Stripe and
 * cached for ten minutes. If Stripe doesn't respond, returns the last known price, else the standard plan, so
 * that the billing page works while Stripe is down.
 */
export async function planPrice(
  { payments, clock, logger }: Deps,
  { customer: { subscription } }: BillingAccount,
): Promise<PlanPrice> {
  if (!payments) return standardPrice;
  const priceId = subscription?.priceId ?? null;
  const prices = cachedPrices.get(payments) ?? (new Map() as PricesById);
  cachedPrices.set(payments, prices);
  const nowMs = clock.now().getTime();
  const known = prices.get(priceId);
  if (known && nowMs < known.untilMs) return known.price;
  try {
    const price = await payments.planPrice(priceId);
    prices.set(priceId, { price, untilMs: nowMs + cacheMs });
    return price;
  } catch (error) {
    logger.warn("could not read the plan's price", { priceId }, error);
    return known?.price ?? standardPrice;
  }
}

export async function getPricing(
  deps: Deps & Pick<Dependencies, "billing">,
  workspaceId: WorkspaceId,
): Promise<Pricing> {
  const { productName, currency, tiers } = await planPrice(deps, await deps.billing.account(workspaceId));
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
