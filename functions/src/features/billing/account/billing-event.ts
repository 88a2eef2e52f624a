import type { Card, CheckoutPurpose } from "../../../contract/billing.js";

/** An invoice only moves to a higher rank, so a late event about an earlier state changes nothing. */
export const invoiceRanks = { failed: 1, void: 2, paid: 3 } as const;
export type InvoiceState = keyof typeof invoiceRanks;

/** An invoice that was paid or voided, or whose payment failed. */
export type Payment = {
  id: string;
  /** In cents of `currency`. */
  amount: number;
  currency: string;
  createdAt: string;
  status: InvoiceState;
  subscriptionId: string | null;
  /** Stripe's page for the invoice. */
  url: string | null;
  /** The payment failed and Stripe won't retry it. Not stored with the payment. */
  isFinal?: boolean;
};

export type PaymentMethod = { id: string; card: Card | null };

/** A meter event that Stripe first accepted and later rejected. */
export type MeterRejection = {
  identifier: string;
  /** Stripe's error code, such as `timestamp_too_far_in_past` or `archived_meter`. */
  code: string;
};

/** Rejected usage reports. `count` may exceed the number listed, because Stripe only lists a sample. */
export type UsageRejected = {
  kind: "usage-rejected";
  id: string;
  count: number;
  rejections: readonly MeterRejection[];
};

/** An event about one customer. */
export type BillingEvent = { id: string; type: string; createdAt: string; customerId: string } & (
  | { kind: "checkout-completed"; checkoutId: string; purpose: CheckoutPurpose }
  | { kind: "subscription-changed"; subscriptionId: string }
  | { kind: "subscription-ended"; subscriptionId: string }
  | { kind: "method-updated"; method: PaymentMethod }
  | { kind: "method-detached"; paymentMethodId: string }
  | { kind: "invoice"; payment: Payment }
);
