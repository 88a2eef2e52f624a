import type { BillingSummary, Pricing } from "@contract/billing";
import { standardPlan } from "@contract/plan";
import { formatMoney, formatNumber } from "@/lib/format";

export type TierLine = {
  label: string;
  /** Rows of the period that fell into the tier. */
  rows: number;
  /** Dollars with 4 decimals. */
  perRow: string;
  flatFee: string;
  cost: string;
};

/** The plan's own tiers, for a server that has no card provider to ask. */
const standardTiers: Pricing["pricing"]["tiers"] = [
  { upTo: standardPlan.includedRows, unitAmount: 0, flatAmount: standardPlan.monthlyCents },
  { upTo: null, unitAmount: standardPlan.overageCentsPerRow, flatAmount: 0 },
];

/** One line a tier: its price beside the rows and the cost of the period. */
export function planTiers(
  tiers: Pricing["pricing"]["tiers"] = standardTiers,
  { breakdown, currency }: Pick<BillingSummary["usage"], "breakdown" | "currency">,
): TierLine[] {
  return tiers.map((tier, index) => ({
    label: tierLabel(tier.upTo, tiers[index - 1]?.upTo ?? null),
    rows: breakdown[index]?.usage ?? 0,
    perRow: formatMoney(tier.unitAmount, currency, 4),
    flatFee: tier.flatAmount > 0 ? formatMoney(tier.flatAmount, currency) : "none",
    cost: formatMoney(breakdown[index]?.cost ?? 0, currency),
  }));
}

function tierLabel(upTo: number | null, previousUpTo: number | null): string {
  if (upTo !== null) return `Up to ${formatNumber(upTo)} rows`;
  return previousUpTo === null ? "Unlimited" : `Beyond ${formatNumber(previousUpTo)}, unlimited`;
}
