import { z } from "zod";
import * as billing from "../billing.js";
import { emptyBodySchema, pageQuerySchema } from "../common.js";
import { get, post, put, type Endpoints } from "./endpoint.js";

export const billingEndpoints = {
  getBillingStatus: get("viewer", "/api/v1/billing/status", {
    summary: "Plan state, free quota and payment method.",
    response: billing.billingStatusSchema,
  }),
  getBillingConfig: get("viewer", "/api/v1/billing/config", {
    summary: "Whether card payment is available, and Stripe's publishable key.",
    response: billing.billingConfigSchema,
  }),
  listUsage: get("viewer", "/api/v1/billing/usage", {
    summary: "Rows analysed per run, newest first.",
    query: pageQuerySchema,
    response: z.array(billing.usageEntrySchema),
  }),
  getPricing: get("viewer", "/api/v1/billing/pricing", {
    summary: "The plan's pricing tiers.",
    response: billing.pricingSchema,
  }),
  getBillingSummary: get("viewer", "/api/v1/billing/summary", {
    summary: "Usage in the current period, estimated cost, outstanding amount and payments.",
    response: billing.billingSummarySchema,
  }),
  getRunPermission: get("viewer", "/api/v1/billing/run-permission", {
    summary: "Whether the workspace may start a run.",
    response: billing.runPermissionSchema,
  }),
  createSetupIntent: post("owner", "/api/v1/billing/setup-intent", {
    summary: "Opens a checkout session that collects a payment method.",
    needsVerifiedEmail: false,
    body: billing.setupIntentBodySchema,
    response: billing.setupIntentSchema,
  }),
  cancelBilling: post("owner", "/api/v1/billing/cancel", {
    summary: "Cancels the subscription at the end of its period.",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    response: billing.planEndSchema,
  }),
  resumeBilling: post("owner", "/api/v1/billing/resume", {
    summary: "Resumes a canceled subscription that has not ended yet.",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    response: billing.planEndSchema,
  }),
  setSpendingLimit: put("owner", "/api/v1/billing/spending-limit", {
    summary: "Sets the most a billing period may cost; runs stop when it is reached.",
    needsVerifiedEmail: false,
    body: billing.spendingLimitSchema,
    response: billing.spendingLimitSchema,
  }),
  getBillingEstimate: get("viewer", "/api/v1/billing/estimate", {
    summary: "Estimated cost of the active schedules in an average month.",
    response: billing.billingEstimateSchema,
  }),
} as const satisfies Endpoints;
