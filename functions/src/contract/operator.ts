import { z } from "zod";

/** Who runs this installation, as they configured it; null for what they did not say. */
export const operatorSchema = z.object({
  name: z.string().nullable(),
  /** Postal address on one line. */
  address: z.string().nullable(),
  email: z.string().nullable(),
});
export type Operator = z.infer<typeof operatorSchema>;
