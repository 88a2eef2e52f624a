import { estimatedMonthlyDollars, standardPlan } from "@contract/plan";
import { formatMoney, formatNumber } from "@/lib/format";

export type Estimate = {
  /** Money as text, with 2 decimals. */
  total: string;
  flat: string;
  /** Rows beyond the included ones, and what they cost. */
  extraRows: number;
  extra: string;
};

/** What a month with so many rows costs: the flat fee, and every row beyond the included ones. */
export function estimateOf(rows: number): Estimate {
  const extraRows = Math.max(0, rows - standardPlan.includedRows);
  return {
    total: formatMoney(estimatedMonthlyDollars(rows) * 100),
    flat: formatMoney(standardPlan.monthlyCents),
    extraRows,
    extra: formatMoney(extraRows * standardPlan.overageCentsPerRow),
  };
}

/** '10,000' and '$0.001', as they stand in sentences. */
export const includedRowsText = formatNumber(standardPlan.includedRows);
export const overageText = formatMoney(standardPlan.overageCentsPerRow, "USD", 3);
export const flatFeeText = formatMoney(standardPlan.monthlyCents, "USD", 0);
