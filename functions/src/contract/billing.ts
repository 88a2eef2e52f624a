import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";

export const billingStates = ["active", "free_quota_exhausted", "payment_failed"] as const;
/** Reasons why a workspace can't start runs. */
const blockedByKinds = [
  "free-run-used",
  "free-data-used",
  "project-free-runs-used",
  "payment-failed",
  "invoice-overdue",
  "subscription-inactive",
  "first-payment",
  "spending-limit",
] as const;
export type BlockedBy = (typeof blockedByKinds)[number];
const blockedBySchema = z.enum(blockedByKinds).nullable();

/** The sentence shown to the user, and whether setting up a payment method lifts the block. */
export const blockedTexts: Record<BlockedBy, { text: string; needsUpgrade: boolean }> = {
  "free-run-used": { text: "Set up a payment method to run more checks.", needsUpgrade: true },
  "free-data-used": {
    text: "Your free runs have read the maximum of 20 GB of events. Set up a payment method to continue.",
    needsUpgrade: true,
  },
  "project-free-runs-used": {
    text: "This Mixpanel project's free runs have been used by this or another workspace. Set up a payment method to continue.",
    needsUpgrade: true,
  },
  "payment-failed": {
    text: "Your last payment failed. Set up a payment method to run more checks.",
    needsUpgrade: true,
  },
  "invoice-overdue": {
    text: "An invoice is overdue. Pay it under Settings, Payment history; runs start again as soon as it is paid.",
    needsUpgrade: false,
  },
  "subscription-inactive": {
    text: "Your subscription isn't active at Stripe. Change the card under Settings, or contact support.",
    needsUpgrade: false,
  },
  "first-payment": {
    text: "Until your first invoice is paid, billing periods are limited to 100,000 checks, and this one has reached that limit. Runs start again with the next period.",
    needsUpgrade: false,
  },
  "spending-limit": {
    text: "This period has reached the spending limit. An owner can raise it under Settings; otherwise runs start again with the next period.",
    needsUpgrade: false,
  },
};

export const billingStatusSchema = z.object({
  status: z.enum(billingStates),
  freeQuotaUsed: z.number().int(),
  freeQuotaLimit: z.number().int(),
  hasPaymentMethod: z.boolean(),
  /** Rows analysed in the current period. */
  totalUsage: z.number().int(),
  /** When a cancelled subscription ends; null if none is cancelled. */
  cancelAt: instantSchema.nullable(),
  /** Why no run can start now; null when one can. */
  blockedBy: blockedBySchema,
  /** Maximum cost of a billing period, in cents of the plan's currency; null for no limit. */
  spendingLimitCents: z.number().int().nullable(),
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
const pricingTierSchema = z.object({
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

/** The card that invoices are charged to. */
export const cardSchema = z.object({
  /** As Stripe spells it: `visa`, `mastercard`, `amex`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
});
export type Card = z.infer<typeof cardSchema>;

export const billingSummarySchema = z.object({
  usage: z.object({
    /** Rows billed in the current period; 0 without a subscription. */
    currentPeriodRows: z.number().int(),
    /** Rows of all runs, free ones included. */
    totalRows: z.number().int(),
    /** The current billing period; `end` is the first instant of the next one. Null without a subscription. */
    period: z.object({ start: instantSchema, end: instantSchema }).nullable(),
    estimatedCost: z.number(),
    currency: z.string(),
    breakdown: z.array(
      z.object({ tier: z.string(), usage: z.number().int(), unitAmount: z.number(), cost: z.number() }),
    ),
  }),
  outstanding: z.object({ amount: z.number(), currency: z.string() }),
  /** Null without a payment method. */
  card: cardSchema.nullable(),
  paymentHistory: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      currency: z.string(),
      created: instantSchema,
      status: z.string(),
      /** Stripe's page for the invoice; null when Stripe has none. */
      invoiceUrl: z.url().nullable(),
    }),
  ),
});
export type BillingSummary = z.infer<typeof billingSummarySchema>;

export const runPermissionSchema = z.object({
  requiresUpgrade: z.boolean(),
  canStartRun: z.boolean(),
  blockedBy: blockedBySchema,
});
/** `null` removes the limit. */
export const spendingLimitSchema = z.object({
  spendingLimitCents: z.number().int().positive().max(100_000_000).nullable(),
});
/** `change-card` replaces the card and leaves the plan as it is: a canceled plan stays canceled. */
const checkoutPurposes = ["subscribe", "change-card"] as const;
export type CheckoutPurpose = (typeof checkoutPurposes)[number];
export const setupIntentBodySchema = z
  .object({ purpose: z.enum(checkoutPurposes).default("subscribe") })
  .default({ purpose: "subscribe" });
export const setupIntentSchema = z.object({ checkoutUrl: z.string() });
/** Response of cancel and resume: when the plan ends, null if it renews. */
export const planEndSchema = z.object({ cancelAt: instantSchema.nullable() });

/** Estimated cost of the active schedules in an average month. */
export const billingEstimateSchema = z.object({
  setups: z.array(
    z.object({
      setupId: idSchema,
      name: z.string(),
      runsPerMonth: z.number(),
      /** Rows of one run; null when unknown, which is before the connection's first sync. */
      rowsPerRun: z.number().int().nullable(),
      /** `last-run`: the number of the last run. `at-most`: an upper bound, before the first run. */
      basis: z.enum(["last-run", "at-most", "unknown"]),
      /** What its rows of an average month cost without the plan's base price; null when unknown. */
      monthlyCost: z.number().nullable(),
    }),
  ),
  /** Rows in an average month; null if any setup's rows are unknown. */
  monthlyRows: z.number().int().nullable(),
  /** Cents of `currency`; null when the rows are unknown. */
  monthlyCost: z.number().nullable(),
  /** What the current billing period will have at its end; null without a subscription, and when the rows are unknown. */
  forecast: z.object({ rows: z.number().int(), cents: z.number() }).nullable(),
  currency: z.string(),
});
export type BillingEstimate = z.infer<typeof billingEstimateSchema>;

export { freeQuotaLimit } from "./plan.js";
