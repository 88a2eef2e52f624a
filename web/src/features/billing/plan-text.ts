import { formatPerRow, includedRows, publishedPlan, type Plan } from "@/data/plan";
import { formatMoney, formatNumber } from "@/lib/format";
import { tierCosts, totalCents } from "@contract/prices/tier-costs";

/** '$99 per month for up to 10,000 rows analysed.' */
export function planSentence(plan: Plan): string {
  const base = includedRows(plan);
  if (!base) return "you pay for the rows analysed in a month.";
  return `${wholeMoney(base.flatCents, plan.currency)} per month for up to ${formatNumber(base.upTo)} rows analysed.`;
}

/** Says in one or two sentences how a month with as many rows as the last run would be priced. */
export function estimateSentence(rows: number, plan: Plan): string {
  const base = includedRows(plan);
  const { lines } = monthlyEstimate(rows, plan);
  const [first, beyond] = lines;
  if (!base || !first || !beyond || lines.length > 2)
    return `For ${formatNumber(rows)} rows a month, as many as your last run had, based on the plan's tiers.`;
  const included = formatNumber(base.upTo);
  return beyond.rows === 0
    ? `For ${formatNumber(rows)} rows a month, as many as your last run had. The first ${included} rows are included; each additional row costs ${beyondText(plan)}.`
    : `For ${formatNumber(rows)} rows a month, as many as your last run had: ${first.cost} for the first ${included} rows and ${formatNumber(beyond.rows)} × ${beyondText(plan)} beyond.`;
}

const beyondText = ({ tiers, currency }: Plan) => formatPerRow(tiers[1]?.unitCents ?? "0", currency);

/** '$99' for whole amounts, '$99.50' for others. */
const wholeMoney = (cents: number, currency: string) =>
  formatMoney(cents, currency, cents % 100 === 0 ? 0 : 2);

/** Of a period that ends as the next one begins: what is said to end on Dec 1 runs through Nov 30. */
export const lastInstantOf = ({ end }: { end: string }): string =>
  new Date(Date.parse(end) - 1).toISOString();

/** Money as text, with 2 decimals. */
type Estimate = { total: string; lines: readonly { rows: number; label: string; cost: string }[] };

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
