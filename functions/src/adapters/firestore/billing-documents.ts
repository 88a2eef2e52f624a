import { z } from "zod";
import {
  customerSchema,
  noCustomer,
  subscriptionSchema,
  type Customer,
} from "../../features/billing/account/billing-account.js";
import {
  invoiceRanks,
  type InvoiceState,
  type Payment,
} from "../../features/billing/account/billing-event.js";
import type { UsageRecord } from "../../features/billing/usage/usage-record.js";
import { documentOf, storedInstant } from "./documents.js";

const invoiceStates = Object.keys(invoiceRanks) as [InvoiceState, ...InvoiceState[]];

export const storedPayment = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdAt: storedInstant,
  status: z.enum(invoiceStates),
  subscriptionId: z.string().nullable(),
  url: z.string().nullable(),
});
export const paymentDocument = (payment: Payment) => documentOf(payment, "createdAt");

export const storedUsage = z.object({
  id: z.string(),
  runId: z.string(),
  setupName: z.string(),
  createdAt: storedInstant,
  rows: z.number().int(),
  isFree: z.boolean(),
  isMetered: z.boolean(),
  billedAt: storedInstant.nullable(),
  meterDueAt: storedInstant.nullable(),
  meterFirstTriedAt: z.string().nullable(),
  meterAttempts: z.number().int(),
  meterCustomerId: z.string().nullable(),
  meterRejections: z.number().int(),
});
/** Fields that queries order and filter by are stored as timestamps. */
export const usageDocument = (usage: UsageRecord) => documentOf(usage, "createdAt", "billedAt", "meterDueAt");

/** The `stripe` field of the user document. Its instants are text because no query uses them. */
const storedCustomer = customerSchema.extend({ subscription: subscriptionSchema.nullable() });
export const readCustomer = (data: FirebaseFirestore.DocumentData | undefined): Customer =>
  data?.stripe === undefined ? noCustomer : storedCustomer.parse({ ...noCustomer, ...data.stripe });
