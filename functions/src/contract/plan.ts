/** The plan's prices. In a file without zod so that the landing page doesn't load the schemas for three numbers. */
export const standardPlan = { monthlyCents: 9_900, includedRows: 10_000, overageCentsPerRow: 0.1 } as const;

/** Completed runs a workspace gets before it has to pay. */
export const freeQuotaLimit = 1;

/** Estimated cost of a month, in dollars: 99 up to 10,000 rows, then 99 + (rows − 10,000) × 0.001. */
export const estimatedMonthlyDollars = (rows: number): number =>
  (standardPlan.monthlyCents +
    Math.max(0, rows - standardPlan.includedRows) * standardPlan.overageCentsPerRow) /
  100;
