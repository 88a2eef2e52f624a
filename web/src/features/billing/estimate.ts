import { tierCosts, totalCents } from "@contract/prices/tier-costs";
import { publishedPlan, type Plan } from "@/data/plan";
import { formatMoney, formatNumber } from "@/lib/format";

/** Money as text, with 2 decimals. */
export type Estimate = { total: string; lines: readonly { rows: number; label: string; cost: string }[] };

/** The cost of a month with `rows` billable checks, tier by tier; equals the invoice to the cent. */
export function monthlyEstimate(rows: number, { tiers, currency }: Plan = publishedPlan): Estimate {
  const costs = tierCosts(tiers, rows);
  return {
    total: formatMoney(totalCents(costs), currency),
    lines: tiers.map(({ upTo, unitCents, flatCents }, index) => {
      const { rows: inTier, cents } = costs[index] ?? { rows: 0, cents: 0 };
      const isFlatOnly = Number(unitCents) === 0 && flatCents > 0 && upTo !== null;
      const label =
        index === 0 && isFlatOnly
          ? `First ${formatNumber(upTo)} rows`
          : `${formatNumber(inTier)} rows × ${formatPerRow(unitCents, currency)}`;
      return { rows: inTier, label, cost: formatMoney(cents, currency) };
    }),
  };
}

/** '$0.001': as many decimals as needed, at least 2. */
export function formatPerRow(unitCents: string, currency: string): string {
  const decimals = (unitCents.split(".")[1] ?? "").replace(/0+$/, "").length;
  return formatMoney(Number(unitCents), currency, 2 + decimals);
}
