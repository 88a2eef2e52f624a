/** An invoice's way is one-way: a later rank is never undone by a late message about an earlier one. */
export const invoiceRanks = { failed: 1, void: 2, paid: 3 } as const;
export type InvoiceState = keyof typeof invoiceRanks;

/** An invoice that was paid, or whose payment failed. */
export type Payment = {
  id: string;
  /** Cents of `currency`. */
  amount: number;
  currency: string;
  createdAt: string;
  status: InvoiceState;
  subscriptionId: string | null;
};

export type BillingEvent = { id: string; type: string; createdAt: string; customerId: string } & (
  | { kind: "checkout-completed"; checkoutId: string }
  | { kind: "subscription-changed"; subscriptionId: string }
  | { kind: "subscription-ended"; subscriptionId: string }
  | { kind: "method-detached"; paymentMethodId: string }
  | { kind: "invoice"; payment: Payment }
);
