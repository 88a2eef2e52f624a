import type { Plan } from "@/data/plan";
import { formatMoney, formatNumber } from "@/lib/format";
import { estimateOf, perRowText } from "./estimate";

/** '$99 per month for up to 10,000 rows analysed.' */
export function planSentence(plan: Plan): string {
  const base = includedIn(plan);
  if (!base) return "you pay by the rows analysed in a month.";
  return `${wholeMoney(base.flatCents, plan.currency)} per month for up to ${formatNumber(base.upTo)} rows analysed.`;
}

/** Where the estimate for one run a month of so many rows comes from. */
export function estimateSentence(rows: number, plan: Plan): string {
  const base = includedIn(plan);
  const { lines } = estimateOf(rows, plan);
  const [first, beyond] = lines;
  if (!base || !first || !beyond || lines.length > 2)
    return "One run a month like your last, by the tiers of the plan.";
  const included = formatNumber(base.upTo);
  return beyond.rows === 0
    ? `One run a month like your last stays within the first ${included} rows. Each row beyond costs ${beyondText(plan)}.`
    : `One run a month like your last: ${first.cost} for the first ${included} rows and ${formatNumber(beyond.rows)} × ${beyondText(plan)} beyond.`;
}

/** The tier that a flat fee covers; null for a plan that begins otherwise. */
export function includedIn({ tiers }: Plan): { upTo: number; flatCents: number } | null {
  const [first] = tiers;
  if (!first || first.upTo === null || Number(first.unitCents) !== 0 || first.flatCents === 0) return null;
  return { upTo: first.upTo, flatCents: first.flatCents };
}

const beyondText = ({ tiers, currency }: Plan) => perRowText(tiers[1]?.unitCents ?? "0", currency);

/** '$99' for whole amounts, '$99.50' for others. */
const wholeMoney = (cents: number, currency: string) =>
  formatMoney(cents, currency, cents % 100 === 0 ? 0 : 2);
