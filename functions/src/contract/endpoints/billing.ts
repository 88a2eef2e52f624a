import { z } from "zod";
import {
  billingConfigSchema,
  billingEstimateSchema,
  billingStatusSchema,
  billingSummarySchema,
  planEndSchema,
  pricingSchema,
  runPermissionSchema,
  setupIntentBodySchema,
  setupIntentSchema,
  spendingLimitSchema,
  usageEntrySchema,
} from "../billing.js";
import { emptyBodySchema, pageQuerySchema } from "../common.js";
import { get, post, put, type Endpoints } from "./endpoint.js";

export const billingEndpoints = {
  getBillingStatus: {
    ...get("/api/v1/billing/status"),
    summary: "Plan state, free quota and payment method.",
    access: "viewer",
    response: billingStatusSchema,
  },
  getBillingConfig: {
    ...get("/api/v1/billing/config"),
    summary: "Whether card payment is available, and Stripe's publishable key.",
    access: "viewer",
    response: billingConfigSchema,
  },
  listUsage: {
    ...get("/api/v1/billing/usage"),
    summary: "Rows analysed per run, newest first.",
    access: "viewer",
    query: pageQuerySchema,
    response: z.array(usageEntrySchema),
  },
  getPricing: {
    ...get("/api/v1/billing/pricing"),
    summary: "The plan's pricing tiers.",
    access: "viewer",
    response: pricingSchema,
  },
  getBillingSummary: {
    ...get("/api/v1/billing/summary"),
    summary: "Usage in the current period, estimated cost, outstanding amount and payments.",
    access: "viewer",
    response: billingSummarySchema,
  },
  getRunPermission: {
    ...get("/api/v1/billing/run-permission"),
    summary: "Whether the workspace may start a run.",
    access: "viewer",
    response: runPermissionSchema,
  },
  createSetupIntent: {
    ...post("/api/v1/billing/setup-intent"),
    summary: "Opens a checkout session that collects a payment method.",
    access: "owner",
    needsVerifiedEmail: false,
    body: setupIntentBodySchema,
    response: setupIntentSchema,
  },
  cancelBilling: {
    ...post("/api/v1/billing/cancel"),
    summary: "Cancels the subscription at the end of its period.",
    access: "owner",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    response: planEndSchema,
  },
  resumeBilling: {
    ...post("/api/v1/billing/resume"),
    summary: "Resumes a canceled subscription that has not ended yet.",
    access: "owner",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    response: planEndSchema,
  },
  setSpendingLimit: {
    ...put("/api/v1/billing/spending-limit"),
    summary: "Sets the most a billing period may cost; runs stop when it is reached.",
    access: "owner",
    needsVerifiedEmail: false,
    body: spendingLimitSchema,
    response: spendingLimitSchema,
  },
  getBillingEstimate: {
    ...get("/api/v1/billing/estimate"),
    summary: "Estimated cost of the active schedules in an average month.",
    access: "viewer",
    response: billingEstimateSchema,
  },
} as const satisfies Endpoints;
