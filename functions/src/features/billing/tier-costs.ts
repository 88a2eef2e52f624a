/** A graduated tier. Money is cents as decimal text, exactly as the card provider keeps it. */
export type PriceTier = {
  /** Last row of the tier; null = no limit. */
  upTo: number | null;
  unitCents: string;
  flatCents: number;
};

export type TierCost = { from: number; upTo: number | null; rows: number; cents: number; tier: PriceTier };

/**
 * What a period's rows cost tier by tier, in whole cents. Each tier is one line of the invoice and is rounded by itself,
 * half up. The first tier's flat fee is due even for no rows; a later one's from its first row.
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

/** `decimal × count`, rounded half up; exact, since a binary fraction cannot hold 0.1. */
function roundedProduct(decimal: string, count: number): number {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const scale = 10n ** BigInt(fraction.length);
  const product = BigInt(whole + fraction) * BigInt(count);
  return Number((2n * product + scale) / (2n * scale));
}
