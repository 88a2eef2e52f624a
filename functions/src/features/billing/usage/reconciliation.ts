import { z } from "zod";

const totals = {
  /** Accounts compared. */
  accounts: z.number().int(),
  /** Accounts whose rows differ. */
  differing: z.number().int(),
  /** Sum of the differences in rows, missing and surplus ones alike. */
  rows: z.number().int(),
};

export const reconciliationSchema = z.object({
  /** The UTC day of this comparison. */
  day: z.string(),
  /** The subscription that was compared last; null before the first one. */
  after: z.string().nullable(),
  isDone: z.boolean(),
  ...totals,
  /** The last finished comparison; null before the first one. */
  last: z.object({ day: z.string(), ...totals }).nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
