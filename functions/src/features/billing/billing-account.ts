import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { initialBilling, type BillingState } from "./run-permission.js";

/** A subscription as the card provider showed it. */
export const subscriptionSchema = z.object({
  id: z.string(),
  /** What its rows cost: the price it was made with, even when new subscriptions get another. Null when not known. */
  priceId: z.string().nullable().default(null),
  /** Where the billing periods begin: each is a month from here. */
  anchorAt: instantSchema,
  /** When it ends; null while it goes on. */
  cancelAt: instantSchema.nullable(),
  /** When the provider was asked: what was seen earlier never replaces what was seen later. */
  asOf: instantSchema,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** The account at the card provider. */
export const customerSchema = z.object({
  customerId: z.string().nullable(),
  paymentMethodId: z.string().nullable(),
  /** When the checkout of the method was completed: an earlier checkout does not replace it. */
  methodAt: instantSchema.nullable(),
  subscription: subscriptionSchema.nullable(),
  /** An ended subscription stays ended, whatever arrives late about it. */
  endedSubscriptions: z.array(z.string()),
  detachedMethods: z.array(z.string()),
  /** Invoices whose payment failed and that are not paid yet. */
  unpaidInvoices: z.array(z.object({ id: z.string(), subscriptionId: z.string().nullable() })),
});
export type Customer = z.infer<typeof customerSchema>;

export type BillingAccount = { billing: BillingState; customer: Customer };

export const noCustomer: Customer = {
  customerId: null,
  paymentMethodId: null,
  methodAt: null,
  subscription: null,
  endedSubscriptions: [],
  detachedMethods: [],
  unpaidInvoices: [],
};
export const newAccount: BillingAccount = { billing: initialBilling, customer: noCustomer };

/**
 * The account bound to a customer. The one it had before, if any, is gone at the provider, and with it method and
 * subscription; what it owes it still owes.
 */
export function withCustomer({ billing, customer }: BillingAccount, customerId: string): BillingAccount {
  const { subscription, paymentMethodId, endedSubscriptions, detachedMethods, unpaidInvoices } = customer;
  return settled({
    billing,
    customer: {
      ...noCustomer,
      customerId,
      endedSubscriptions: subscription ? [...endedSubscriptions, subscription.id] : endedSubscriptions,
      detachedMethods: paymentMethodId ? [...detachedMethods, paymentMethodId] : detachedMethods,
      unpaidInvoices,
    },
  });
}

/**
 * The account with the state that follows from its facts. The state is never changed by itself, so the order in which
 * the facts came to be known does not matter.
 */
export function settled({ billing, customer }: BillingAccount): BillingAccount {
  const { subscription, paymentMethodId, unpaidInvoices } = customer;
  const hasPaymentMethod = subscription !== null && paymentMethodId !== null;
  const isFailing =
    subscription !== null && unpaidInvoices.some(({ subscriptionId }) => subscriptionId === subscription.id);
  const isExhausted = !hasPaymentMethod && billing.freeQuotaUsed >= billing.freeQuotaLimit;
  const status = isFailing ? "payment_failed" : isExhausted ? "free_quota_exhausted" : "active";
  return { customer, billing: { ...billing, hasPaymentMethod, status } };
}
