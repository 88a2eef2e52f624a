import type { PriceTier } from "../../contract/tier-costs.js";
import type { Subscription } from "./billing-account.js";
import type { BillingEvent } from "./billing-event.js";

export type PlanPrice = { productName: string; currency: string; tiers: readonly PriceTier[] };

/** What billing needs of the card provider. Every call may be repeated and then has the same effect. */
export interface Payments {
  readonly publishableKey: string;
  /** The account's customer; made once, whoever asks. Another one when `gone` is no longer known to the provider. */
  createCustomer(account: {
    uid: string;
    email: string;
    displayName: string;
    gone: string | null;
  }): Promise<string>;
  /** A hosted page on which a person enters a card; gives its address, null when there is no such customer any more. */
  openCheckout(checkout: {
    customerId: string;
    uid: string;
    returnUrl: string;
    cancelUrl: string;
  }): Promise<string | null>;
  /** The method that a completed checkout collected, now the customer's default; null when it is gone again. */
  adoptMethod(checkoutId: string): Promise<string | null>;
  /**
   * The customer's live subscription to the plan: made when there is none, going on when it was to be cancelled. Parallel
   * calls make one.
   * @param since when it was asked for: null is answered when a subscription ended after that, and a later
   * cancellation stands
   */
  ensureSubscription(customerId: string, since: string): Promise<Subscription | null>;
  /** Null when it has ended. */
  findSubscription(subscriptionId: string): Promise<Subscription | null>;
  /** Null when it has ended already. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<Subscription | null>;
  /** Tries to collect what is owed with the present default method. A declined card is no error. */
  payOpenInvoices(customerId: string): Promise<void>;
  /**
   * Counts rows for a customer: "known" when a report with this run id was counted before, "gone" when there is no such
   * customer any more.
   */
  meter(usage: {
    customerId: string;
    runId: string;
    rows: number;
    at: string;
  }): Promise<"counted" | "known" | "gone">;
  /** Rows counted for a customer in the minute of `at`. */
  meteredRows(customerId: string, at: string): Promise<number>;
  /** The price of that id; null for the one that new subscriptions get. */
  planPrice(priceId: string | null): Promise<PlanPrice>;
  /**
   * Checks and reads a webhook's body; null for events that billing does not need.
   * @throws AppError `invalid-signature`
   */
  readEvent(body: Buffer, signature: string | undefined): Promise<BillingEvent | null>;
}
