import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";

export const billingStates = ["active", "free_quota_exhausted", "payment_failed"] as const;
export const billingStatusSchema = z.object({
  status: z.enum(billingStates),
  freeQuotaUsed: z.number().int(),
  freeQuotaLimit: z.number().int(),
  hasPaymentMethod: z.boolean(),
  /** Rows analysed in the current period. */
  totalUsage: z.number().int(),
  /** When a cancelled subscription ends; null while none is cancelled. */
  cancelAt: instantSchema.nullable(),
});
export type BillingStatus = z.infer<typeof billingStatusSchema>;

export const billingConfigSchema = z.object({
  stripePublishableKey: z.string().nullable(),
  stripeAvailable: z.boolean(),
});
export type BillingConfig = z.infer<typeof billingConfigSchema>;

export const usageEntrySchema = z.object({
  runId: idSchema,
  setupName: z.string(),
  createdAt: instantSchema,
  csvRowCount: z.string(),
  csvRowCountInt: z.number().int(),
});
export type UsageEntry = z.infer<typeof usageEntrySchema>;

/** All money is in cents of `currency`, fractions allowed: 0.1 is $0.001. */
export const pricingTierSchema = z.object({
  /** Last row of the tier; null = no limit. */
  upTo: z.number().int().nullable(),
  unitAmount: z.number(),
  flatAmount: z.number(),
});
export const pricingSchema = z.object({
  product: z.object({ name: z.string() }),
  pricing: z.object({ currency: z.string(), tiers: z.array(pricingTierSchema) }),
});
export type Pricing = z.infer<typeof pricingSchema>;

export const billingSummarySchema = z.object({
  usage: z.object({
    currentPeriodRows: z.number().int(),
    totalRows: z.number().int(),
    /** The billing period that runs; `end` is the first instant of the next. Null without a subscription. */
    period: z.object({ start: instantSchema, end: instantSchema }).nullable(),
    estimatedCost: z.number(),
    currency: z.string(),
    breakdown: z.array(
      z.object({ tier: z.string(), usage: z.number().int(), unitAmount: z.number(), cost: z.number() }),
    ),
  }),
  outstanding: z.object({ amount: z.number(), currency: z.string() }),
  paymentHistory: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      currency: z.string(),
      created: instantSchema,
      status: z.string(),
    }),
  ),
});
export type BillingSummary = z.infer<typeof billingSummarySchema>;

export const runPermissionSchema = z.object({ requiresUpgrade: z.boolean(), canStartRun: z.boolean() });
export const setupIntentSchema = z.object({ checkoutUrl: z.string() });
export const cancelBillingSchema = z.object({ cancelAt: instantSchema.nullable() });

export { freeQuotaLimit, standardPlan } from "./plan.js";
