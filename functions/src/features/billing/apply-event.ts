import { settled, type BillingAccount, type Subscription } from "./billing-account.js";
import { invoiceRanks, type Payment } from "./billing-event.js";

/*
 * What a message of the card provider changes. Each fact only ever moves one way (an invoice is paid, a subscription has
 * ended, a method is gone) or carries the time it was seen, so messages may come twice, late and in any order.
 */

/** Remembered per account; more would have to be late at the same time to be mistaken. */
const rememberedIds = 50;

/** A subscription as it was seen at its `asOf`. */
export function seen(account: BillingAccount, subscription: Subscription): BillingAccount {
  const { customer } = account;
  const known = customer.subscription;
  if (customer.endedSubscriptions.includes(subscription.id)) return account;
  if (known && known.asOf > subscription.asOf) return account;
  return settled({ ...account, customer: { ...customer, subscription } });
}

/** A subscription is over: the account is back on the free plan, unless it has a newer one. */
export function ended(account: BillingAccount, subscriptionId: string): BillingAccount {
  const { customer } = account;
  if (customer.endedSubscriptions.includes(subscriptionId)) return account;
  const isCurrent = customer.subscription?.id === subscriptionId;
  return settled({
    ...account,
    customer: {
      ...customer,
      endedSubscriptions: remember(customer.endedSubscriptions, subscriptionId),
      ...(isCurrent ? { subscription: null, paymentMethodId: null } : {}),
    },
  });
}

/** A checkout gave the account a payment method and a subscription. */
export function paying(
  account: BillingAccount,
  method: { id: string; at: string },
  subscription: Subscription,
): BillingAccount {
  const { customer } = account;
  if (customer.endedSubscriptions.includes(subscription.id)) return account;
  if (customer.detachedMethods.includes(method.id) || isOutdated(account, method.at))
    return seen(account, subscription);
  return seen(
    { ...account, customer: { ...customer, paymentMethodId: method.id, methodAt: method.at } },
    subscription,
  );
}

/** Whether a checkout completed at `at` is older than the one whose method the account has. */
export const isOutdated = ({ customer }: BillingAccount, at: string): boolean =>
  customer.methodAt !== null && at < customer.methodAt;

export function detached(account: BillingAccount, paymentMethodId: string): BillingAccount {
  const { customer } = account;
  const isCurrent = customer.paymentMethodId === paymentMethodId;
  return settled({
    ...account,
    customer: {
      ...customer,
      detachedMethods: remember(customer.detachedMethods, paymentMethodId),
      ...(isCurrent ? { paymentMethodId: null } : {}),
    },
  });
}

/** An invoice was paid, voided, or its payment failed. What is known to be settled stays so. */
export function invoiced(
  account: BillingAccount,
  stored: Payment | null,
  payment: Payment,
): { account: BillingAccount; payment?: Payment } {
  if (stored && invoiceRanks[stored.status] >= invoiceRanks[payment.status]) return { account };
  const { customer } = account;
  const others = customer.unpaidInvoices.filter(({ id }) => id !== payment.id);
  const { id, subscriptionId } = payment;
  const unpaidInvoices = payment.status === "failed" ? [...others, { id, subscriptionId }] : others;
  return { account: settled({ ...account, customer: { ...customer, unpaidInvoices } }), payment };
}

const remember = (ids: readonly string[], id: string): string[] => [...ids, id].slice(-rememberedIds);
