/** The plan's prices. In a file without zod so that the landing page doesn't load the schemas for three numbers. */
export const standardPlan = { monthlyCents: 9_900, includedRows: 10_000, overageCentsPerRow: 0.1 } as const;

/** Completed runs a workspace gets before it has to pay. */
export const freeQuotaLimit = 1;
