import { z } from "zod";
import { cardSchema } from "../../../contract/billing.js";
import { instantSchema } from "../../../contract/common.js";
import { initialBilling, type BillingState } from "./run-permission.js";

/** A subscription in Stripe, as of the last time we read it. */
export const subscriptionSchema = z.object({
  id: z.string(),
  /** The price the subscription was created with; new subscriptions may get another. Null if unknown. */
  priceId: z.string().nullable(),
  /** Start of the first billing period; each period is a month long. */
  anchorAt: instantSchema,
  /** When a canceled subscription ends; null while it renews. */
  cancelAt: instantSchema.nullable(),
  /** The subscription is unpaid, paused or incomplete. */
  isHalted: z.boolean(),
  /** When it was read from Stripe. An earlier reading never replaces a later one. */
  asOf: instantSchema,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** What we know about the account's customer in Stripe. */
export const customerSchema = z.object({
  customerId: z.string().nullable(),
  paymentMethodId: z.string().nullable(),
  /** The card of the payment method; null without one. */
  card: cardSchema.nullable(),
  /** When the checkout that provided the method completed. An earlier checkout doesn't replace it. */
  methodAt: instantSchema.nullable(),
  subscription: subscriptionSchema.nullable(),
  /** An ended subscription stays ended, even if a late event shows it active. */
  endedSubscriptions: z.array(z.string()),
  detachedMethods: z.array(z.string()),
  /** Invoices whose payment failed and that are still unpaid. */
  unpaidInvoices: z.array(
    z.object({
      id: z.string(),
      subscriptionId: z.string().nullable(),
      /** Stripe won't retry the payment. */
      isFinal: z.boolean(),
    }),
  ),
  hasPaidInvoice: z.boolean(),
});
export type Customer = z.infer<typeof customerSchema>;

export type BillingAccount = { billing: BillingState; customer: Customer };

export const noCustomer: Customer = {
  customerId: null,
  paymentMethodId: null,
  card: null,
  methodAt: null,
  subscription: null,
  endedSubscriptions: [],
  detachedMethods: [],
  unpaidInvoices: [],
  hasPaidInvoice: false,
};
export const newAccount: BillingAccount = { billing: initialBilling, customer: noCustomer };

/**
 * Gives the account a new customer in Stripe. If it had one before, that customer was deleted in Stripe along
 * with its payment method and subscription; unpaid invoices remain due.
 */
export function replaceCustomer({ billing, customer }: BillingAccount, customerId: string): BillingAccount {
  const { subscription, paymentMethodId, endedSubscriptions, detachedMethods } = customer;
  const { unpaidInvoices, hasPaidInvoice } = customer;
  return deriveStatus({
    billing,
    customer: {
      ...noCustomer,
      customerId,
      endedSubscriptions: subscription ? [...endedSubscriptions, subscription.id] : endedSubscriptions,
      detachedMethods: paymentMethodId ? [...detachedMethods, paymentMethodId] : detachedMethods,
      unpaidInvoices,
      hasPaidInvoice,
    },
  });
}

/**
 * Computes the billing status from what is known about the customer. Nothing else sets the status, so the
 * order in which events arrive doesn't matter.
 */
export function deriveStatus({ billing, customer }: BillingAccount): BillingAccount {
  const { subscription, paymentMethodId, unpaidInvoices } = customer;
  const hasPaymentMethod = subscription !== null && paymentMethodId !== null;
  const isCurrent = ({ subscriptionId }: { subscriptionId: string | null }) =>
    subscription !== null && subscriptionId === subscription.id;
  const isFailing = unpaidInvoices.some(isCurrent);
  const isExhausted = !hasPaymentMethod && billing.freeQuotaUsed >= billing.freeQuotaLimit;
  const status = isFailing ? "payment_failed" : isExhausted ? "free_quota_exhausted" : "active";
  const limits = {
    ...billing.limits,
    anchorAt: subscription?.anchorAt ?? null,
    isHalted: subscription?.isHalted ?? false,
    // Stripe doesn't retry invoices of an ended subscription, so a new card must not allow more runs.
    isOverdue: unpaidInvoices.some((invoice) => invoice.isFinal || !isCurrent(invoice)),
    hasPaidInvoice: customer.hasPaidInvoice,
  };
  return { customer, billing: { ...billing, hasPaymentMethod, status, limits } };
}
