import type { Pricing } from "@contract/billing";
import { standardTiers, type PriceTier } from "@contract/prices/tier-costs";
import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "@/lib/format";
import { billingConfigQuery, pricingQuery } from "./billing";

/** A plan's graduated tiers and their currency. */
export type Plan = { currency: string; tiers: readonly PriceTier[] };

/**
 * The prices of rows and the plan's name at Stripe. Prices are only requested if Stripe is configured.
 * @param isWanted whether to request them now
 */
export function usePlan(isWanted = true): { plan: Plan; name: string | undefined } {
  const { data: config } = useQuery(billingConfigQuery());
  const isKnown = config?.stripeAvailable ?? false;
  const { data } = useQuery({ ...pricingQuery(), enabled: isKnown && isWanted });
  return { plan: planFromPricing(data?.pricing), name: data?.product.name };
}

/** The published plan: $99 up to 10,000 rows, then $0.001 a row. */
export const publishedPlan: Plan = { currency: "usd", tiers: standardTiers };

/** The plan as configured in Stripe, or the published one while that is unknown. */
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

/** 0.1 as '0.1', 1e-7 as '0.0000001': Stripe keeps 12 decimals. */
const decimalText = (value: number): string => value.toFixed(12).replace(/\.?0+$/, "");

/** The first tier if a flat fee covers it, else null. */
export function includedRows({ tiers }: Plan): { upTo: number; flatCents: number } | null {
  const [first] = tiers;
  if (!first || first.upTo === null || Number(first.unitCents) !== 0 || first.flatCents === 0) return null;
  return { upTo: first.upTo, flatCents: first.flatCents };
}

/** '$0.001': as many decimals as needed, at least 2. */
export function formatPerRow(unitCents: string, currency: string): string {
  const decimals = (unitCents.split(".")[1] ?? "").replace(/0+$/, "").length;
  return formatMoney(Number(unitCents), currency, 2 + decimals);
}
