import { standardPlan } from "../plan.js";

/** A graduated tier. Amounts are cents as decimal text, exactly as Stripe stores them. */
export type PriceTier = {
  /** Last row of the tier; null = no limit. */
  upTo: number | null;
  unitCents: string;
  flatCents: number;
};

/** The standard plan's tiers, used when Stripe doesn't provide any. */
export const standardTiers: readonly PriceTier[] = [
  { upTo: standardPlan.includedRows, unitCents: "0", flatCents: standardPlan.monthlyCents },
  { upTo: null, unitCents: String(standardPlan.overageCentsPerRow), flatCents: 0 },
];

export type TierCost = { from: number; upTo: number | null; rows: number; cents: number; tier: PriceTier };

/**
 * Cost of a period's rows tier by tier, in whole cents, the way Stripe bills a graduated price: each tier is a line of
 * the invoice, and lines are rounded to the nearest cent before they are added up ("Decimal amounts", half up). The first
 * tier's flat fee is due even for no rows ("Tiered pricing"); a later one's from its first row.
 * @param rows a whole number, at least 0
 */
export function tierCosts(tiers: readonly PriceTier[], rows: number): TierCost[] {
  let from = 0;
  return tiers.flatMap((tier, index) => {
    const begin = from;
    const inTier = Math.max(0, Math.min(rows, tier.upTo ?? Infinity) - begin);
    from = tier.upTo ?? Infinity;
    if (index > 0 && inTier === 0) return [];
    const cents = roundedProduct(tier.unitCents, inTier) + tier.flatCents;
    return [{ from: begin + 1, upTo: tier.upTo, rows: inTier, cents, tier }];
  });
}

export const totalCents = (costs: readonly TierCost[]): number =>
  costs.reduce((sum, { cents }) => sum + cents, 0);

/** `decimal × count`, rounded half up. Uses exact arithmetic because a binary fraction can't hold 0.1. */
function roundedProduct(decimal: string, count: number): number {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const scale = 10n ** BigInt(fraction.length);
  const product = BigInt(whole + fraction) * BigInt(count);
  return Number((2n * product + scale) / (2n * scale));
}
