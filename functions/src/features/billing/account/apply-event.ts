import { deriveStatus, type BillingAccount, type Subscription } from "./billing-account.js";
import { invoiceRanks, type Payment, type PaymentMethod } from "./billing-event.js";

/*
 * How each billing event changes the account. Stripe may deliver events twice, late or out of order. So every
 * fact either changes in one direction only (an invoice is paid, a subscription has ended, a payment method
 * was removed), or it carries the time at which it was read.
 */

/**
 * How many ended subscriptions and removed methods to keep per account. No events arrive about older ones.
 */
const rememberedIds = 50;

/** Stores the subscription, unless it has ended or a later state of it is already stored. */
export function applySubscription(account: BillingAccount, subscription: Subscription): BillingAccount {
  const { customer } = account;
  const known = customer.subscription;
  if (customer.endedSubscriptions.includes(subscription.id)) return account;
  if (known && known.asOf > subscription.asOf) return account;
  return deriveStatus({ ...account, customer: { ...customer, subscription } });
}

/** Ends a subscription: the account returns to the free plan, unless it has a newer subscription. */
export function endSubscription(account: BillingAccount, subscriptionId: string): BillingAccount {
  const { customer } = account;
  if (customer.endedSubscriptions.includes(subscriptionId)) return account;
  const isCurrent = customer.subscription?.id === subscriptionId;
  return deriveStatus({
    ...account,
    customer: {
      ...customer,
      endedSubscriptions: remember(customer.endedSubscriptions, subscriptionId),
      ...(isCurrent ? { subscription: null, paymentMethodId: null, card: null } : {}),
    },
  });
}

/** Stores the payment method and the subscription that a completed checkout created. */
export function applyMethod(
  account: BillingAccount,
  method: PaymentMethod & { at: string },
  subscription: Subscription,
): BillingAccount {
  const { customer } = account;
  if (customer.endedSubscriptions.includes(subscription.id)) return account;
  if (customer.detachedMethods.includes(method.id) || isOlderCheckout(account, method.at))
    return applySubscription(account, subscription);
  return applySubscription(
    {
      ...account,
      customer: { ...customer, paymentMethodId: method.id, card: method.card, methodAt: method.at },
    },
    subscription,
  );
}

/** Whether a checkout completed at `at` is older than the one that gave the account its payment method. */
export const isOlderCheckout = ({ customer }: BillingAccount, at: string): boolean =>
  customer.methodAt !== null && at < customer.methodAt;

/** Removes a payment method and records that it is gone. */
export function detachMethod(account: BillingAccount, paymentMethodId: string): BillingAccount {
  const { customer } = account;
  const isCurrent = customer.paymentMethodId === paymentMethodId;
  return deriveStatus({
    ...account,
    customer: {
      ...customer,
      detachedMethods: remember(customer.detachedMethods, paymentMethodId),
      ...(isCurrent ? { paymentMethodId: null, card: null } : {}),
    },
  });
}

/** Updates the details of the account's card, such as its expiration date. */
export function updateMethod(account: BillingAccount, method: PaymentMethod): BillingAccount {
  const { customer } = account;
  if (customer.paymentMethodId !== method.id) return account;
  return { ...account, customer: { ...customer, card: method.card } };
}

/**
 * Stores an invoice that was paid or voided, or whose payment failed. A paid or voided invoice never fails
 * again.
 */
export function applyInvoice(
  account: BillingAccount,
  stored: Payment | null,
  payment: Payment,
): { account: BillingAccount; payment?: Payment } {
  const { customer } = account;
  const known = customer.unpaidInvoices.find(({ id }) => id === payment.id);
  const isLastTry = payment.isFinal === true && known !== undefined && !known.isFinal;
  if (stored && invoiceRanks[stored.status] >= invoiceRanks[payment.status] && !isLastTry) return { account };
  const others = customer.unpaidInvoices.filter(({ id }) => id !== payment.id);
  const { isFinal = false, ...record } = payment;
  const { id, subscriptionId } = record;
  const unpaidInvoices = payment.status === "failed" ? [...others, { id, subscriptionId, isFinal }] : others;
  const hasPaidInvoice = customer.hasPaidInvoice || payment.status === "paid";
  return {
    account: deriveStatus({ ...account, customer: { ...customer, unpaidInvoices, hasPaidInvoice } }),
    payment: record,
  };
}

const remember = (ids: readonly string[], id: string): string[] => [...ids, id].slice(-rememberedIds);
