import type { CheckoutPurpose } from "../../contract/billing.js";
import type { PriceTier } from "../../contract/prices/tier-costs.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Subscription } from "./account/billing-account.js";
import type { BillingEvent, PaymentMethod, UsageRejected } from "./account/billing-event.js";
import { AppError } from "../../common/errors.js";

export type PlanPrice = { productName: string; currency: string; tiers: readonly PriceTier[] };

/** What billing needs from Stripe. Every call may be repeated safely. */
export interface Payments {
  readonly publishableKey: string;
  /** Creates the account's customer, once per account. When the customer `gone` was deleted at Stripe, creates another one. */
  createCustomer(account: {
    workspaceId: WorkspaceId;
    email: string;
    displayName: string;
    gone: string | null;
  }): Promise<string>;
  /** Opens a hosted page for entering a card. @returns its URL; null when the customer no longer exists */
  openCheckout(checkout: {
    customerId: string;
    workspaceId: WorkspaceId;
    returnUrl: string;
    cancelUrl: string;
    purpose: CheckoutPurpose;
  }): Promise<string | null>;
  /** Makes the payment method of a completed checkout the customer's default. @returns null when it was removed */
  adoptMethod(checkoutId: string): Promise<PaymentMethod | null>;
  /**
   * The customer's subscription to the plan. Creates one if there is none, and resumes one that was canceled before
   * `since`. Parallel calls create one subscription.
   * @param since when the checkout was completed: a cancellation after it stands
   * @returns null when a subscription ended after `since`
   */
  ensureSubscription(customerId: string, since: string): Promise<Subscription | null>;
  /** Null when it has ended. */
  findSubscription(subscriptionId: string): Promise<Subscription | null>;
  /** Null when it has already ended. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<Subscription | null>;
  /** Takes a cancellation back. Null when the subscription has already ended. */
  resume(subscriptionId: string): Promise<Subscription | null>;
  /** Ends every subscription of the customer now, with a final invoice. A customer that is gone is no error. */
  endSubscriptions(customerId: string): Promise<void>;
  /** Deletes the customer with their payment methods. One that is gone is no error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Tries to pay open invoices with the current default payment method. A declined card is no error. */
  payOpenInvoices(customerId: string): Promise<void>;
  /**
   * Reports rows to the meter.
   * @returns "known" when a report with this identifier was counted before, "gone" when the customer no longer exists,
   *   `refused` with the reason when it was certainly not counted
   * @throws AppError `upstream-failed` when it may or may not have been counted
   */
  meter(usage: {
    customerId: string;
    identifier: string;
    rows: number;
    at: string;
  }): Promise<"counted" | "known" | "gone" | { refused: string }>;
  /** Rows that the meter counted for a customer from `from` on and before `until`, both at the start of a minute. */
  meteredRows(customerId: string, from: string, until: string): Promise<number>;
  /** The price with that id, or with null the price that new subscriptions get. */
  planPrice(priceId: string | null): Promise<PlanPrice>;
  /**
   * Verifies and reads a webhook's body; null for events that billing does not use.
   * @throws AppError `invalid-signature`
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<BillingEvent | UsageRejected | null>;
}

/** @throws AppError `payments-unavailable` if Stripe is not configured */
export function requirePayments(payments: Payments | null): Payments {
  if (payments) return payments;
  throw new AppError("payments-unavailable", "Stripe is not configured.", {
    userMessage: "Stripe is not yet configured. Payment setup will be available soon.",
  });
}
