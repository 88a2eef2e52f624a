import type { Pricing } from "@contract/billing";
import { standardTiers, tierCosts, totalCents, type PriceTier } from "@contract/tier-costs";
import { formatMoney, formatNumber } from "@/lib/format";

/** A plan's graduated tiers and their currency. */
export type Plan = { currency: string; tiers: readonly PriceTier[] };

/** The published plan: $99 up to 10,000 rows, then $0.001 a row. */
export const standard: Plan = { currency: "usd", tiers: standardTiers };

/** The plan as the card provider has it; the published one while that is not known. */
export const planOf = (pricing: Pricing["pricing"] | undefined): Plan =>
  pricing === undefined || pricing.tiers.length === 0
    ? standard
    : {
        currency: pricing.currency,
        tiers: pricing.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
          upTo,
          unitCents: decimalText(unitAmount),
          flatCents: flatAmount,
        })),
      };

/** Money as text, with 2 decimals. */
export type Estimate = { total: string; lines: readonly { rows: number; label: string; cost: string }[] };

/** What a month with so many rows costs, tier by tier: to the cent what the invoice would be. */
export function estimateOf(rows: number, { tiers, currency }: Plan = standard): Estimate {
  const costs = tierCosts(tiers, rows);
  return {
    total: formatMoney(totalCents(costs), currency),
    lines: tiers.map(({ upTo, unitCents, flatCents }, index) => {
      const { rows: inTier, cents } = costs[index] ?? { rows: 0, cents: 0 };
      const isFlatOnly = Number(unitCents) === 0 && flatCents > 0 && upTo !== null;
      const label =
        index === 0 && isFlatOnly
          ? `First ${formatNumber(upTo)} rows`
          : `${formatNumber(inTier)} rows × ${perRowText(unitCents, currency)}`;
      return { rows: inTier, label, cost: formatMoney(cents, currency) };
    }),
  };
}

/** '$0.001': as many decimals as there are, at least 2. */
export function perRowText(unitCents: string, currency: string): string {
  const decimals = (unitCents.split(".")[1] ?? "").replace(/0+$/, "").length;
  return formatMoney(Number(unitCents), currency, 2 + decimals);
}

/** 0.1 as '0.1', 1e-7 as '0.0000001': the card provider keeps 12 decimals. */
const decimalText = (value: number): string => value.toFixed(12).replace(/\.?0+$/, "");
