import type { Pricing } from "@contract/billing";
import { standardTiers, type PriceTier } from "@contract/prices/tier-costs";
import { useQuery } from "@tanstack/react-query";
import { billingConfigQuery, pricingQuery } from "./billing";

/** A plan's graduated tiers and their currency. */
export type Plan = { currency: string; tiers: readonly PriceTier[] };

/**
 * What rows cost, and how the card provider calls it. Prices are asked for only where there is a card provider.
 * @param isWanted whether to ask for them now
 */
export function usePlan(isWanted = true): { plan: Plan; name: string | undefined } {
  const { data: config } = useQuery(billingConfigQuery());
  const isKnown = config?.stripeAvailable ?? false;
  const { data } = useQuery({ ...pricingQuery(), enabled: isKnown && isWanted });
  return { plan: planFromPricing(data?.pricing), name: data?.product.name };
}

/** The published plan: $99 up to 10,000 rows, then $0.001 a row. */
export const publishedPlan: Plan = { currency: "usd", tiers: standardTiers };

/** The plan as the card provider has it; the published one while that is not known. */
export const planFromPricing = (pricing: Pricing["pricing"] | undefined): Plan =>
  pricing === undefined || pricing.tiers.length === 0
    ? publishedPlan
    : {
        currency: pricing.currency,
        tiers: pricing.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
          upTo,
          unitCents: decimalText(unitAmount),
          flatCents: flatAmount,
        })),
      };

/** 0.1 as '0.1', 1e-7 as '0.0000001': the card provider keeps 12 decimals. */
const decimalText = (value: number): string => value.toFixed(12).replace(/\.?0+$/, "");
