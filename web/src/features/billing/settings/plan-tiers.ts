import type { BillingSummary } from "@contract/billing";
import type { Plan } from "@/data/plan";
import { formatMoney, formatNumber } from "@/lib/format";

export type TierLine = {
  label: string;
  /** Billable checks of the period in this tier. */
  rows: number;
  /** Dollars with 4 decimals. */
  perRow: string;
  /** Null for a tier without one. */
  flatFee: string | null;
  cost: string;
};

/** One line per tier: price, billable checks and cost of the period. */
export const planTiers = (
  { tiers, currency }: Plan,
  { breakdown }: Pick<BillingSummary["usage"], "breakdown">,
): TierLine[] =>
  tiers.map(({ upTo, unitCents, flatCents }, index) => ({
    label: tierLabel(upTo, tiers[index - 1]?.upTo ?? null),
    rows: breakdown[index]?.usage ?? 0,
    perRow: formatMoney(Number(unitCents), currency, 4),
    flatFee: flatCents > 0 ? formatMoney(flatCents, currency) : null,
    cost: formatMoney(breakdown[index]?.cost ?? 0, currency),
  }));

function tierLabel(upTo: number | null, previousUpTo: number | null): string {
  if (upTo !== null) return `Up to ${formatNumber(upTo)} rows`;
  return previousUpTo === null ? "Unlimited" : `Beyond ${formatNumber(previousUpTo)}, unlimited`;
}
