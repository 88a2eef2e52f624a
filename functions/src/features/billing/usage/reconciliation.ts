import { z } from "zod";

const totals = {
  /** Number of accounts compared. */
  accounts: z.number().int(),
  /** Number of accounts whose rows differ. */
  differing: z.number().int(),
  /** Sum of the absolute differences in rows. */
  rows: z.number().int(),
};

export const reconciliationSchema = z.object({
  /** The UTC day of this comparison. */
  day: z.string(),
  /** The last subscription that was compared; null before the first one. */
  after: z.string().nullable(),
  isDone: z.boolean(),
  ...totals,
  /** The last finished comparison; null before the first one. */
  last: z.object({ day: z.string(), ...totals }).nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
