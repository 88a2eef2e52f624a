import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyInvoice,
  applyMethod,
  applySubscription,
  detachMethod,
  endSubscription,
  updateMethod,
} from "./apply-event.js";
import { newAccount, type BillingAccount, type Subscription } from "./billing-account.js";
import type { InvoiceState, Payment } from "./billing-event.js";

const at = (minute: number) => `2026-11-18T12:${String(minute).padStart(2, "0")}:00.000Z`;
const sub = (id: string, asOf: number, cancelAt: string | null = null): Subscription => ({
  id,
  priceId: "price_1",
  anchorAt: at(0),
  cancelAt,
  isHalted: false,
  asOf: at(asOf),
});
const exhausted: BillingAccount = {
  ...newAccount,
  billing: { ...newAccount.billing, freeQuotaUsed: 1, status: "free_quota_exhausted" },
};
const subscribed = applyMethod(exhausted, { id: "pm_1", card: null, at: at(1) }, sub("sub_1", 1));
const invoice = (id: string, status: InvoiceState, subscriptionId = "sub_1"): Payment => ({
  id,
  amount: 9_900,
  currency: "usd",
  createdAt: at(0),
  status,
  subscriptionId,
  url: null,
});

describe("an account's state", () => {
  it("is active with a method and a subscription, and free again after they end", () => {
    expect(subscribed.billing).toMatchObject({ status: "active", hasPaymentMethod: true });
    expect(endSubscription(subscribed, "sub_1").billing).toMatchObject({
      status: "free_quota_exhausted",
      hasPaymentMethod: false,
    });
    expect(
      endSubscription(
        applyMethod(newAccount, { id: "pm_1", card: null, at: at(1) }, sub("sub_1", 1)),
        "sub_1",
      ).billing.status,
    ).toBe("active");
  });

  it("does not bring an ended subscription back", () => {
    const over = endSubscription(subscribed, "sub_1");
    expect(applyMethod(over, { id: "pm_2", card: null, at: at(9) }, sub("sub_1", 9))).toEqual(over);
    expect(applySubscription(over, sub("sub_1", 9))).toEqual(over);
    expect(endSubscription(over, "sub_1")).toEqual(over);
    const early = applyMethod(
      endSubscription(exhausted, "sub_1"),
      { id: "pm_1", card: null, at: at(1) },
      sub("sub_1", 1),
    );
    expect(early.billing.hasPaymentMethod).toBe(false);
  });

  it("keeps a newer subscription when an older one's end arrives late", () => {
    const newer = applyMethod(subscribed, { id: "pm_2", card: null, at: at(5) }, sub("sub_2", 5));
    expect(endSubscription(newer, "sub_1").customer.subscription?.id).toBe("sub_2");
    expect(endSubscription(newer, "sub_1").billing.status).toBe("active");
  });

  it("keeps the latest known state of a subscription", () => {
    const cancelled = applySubscription(subscribed, sub("sub_1", 5, at(59)));
    expect(applySubscription(cancelled, sub("sub_1", 4)).customer.subscription?.cancelAt).toBe(at(59));
    expect(applySubscription(cancelled, sub("sub_1", 6)).customer.subscription?.cancelAt).toBeNull();
  });

  it("keeps the method of the later checkout, and ignores a removed one", () => {
    const newer = applyMethod(subscribed, { id: "pm_2", card: null, at: at(5) }, sub("sub_1", 5));
    expect(
      applyMethod(newer, { id: "pm_1", card: null, at: at(4) }, sub("sub_1", 6)).customer.paymentMethodId,
    ).toBe("pm_2");
    expect(detachMethod(newer, "pm_2").billing.hasPaymentMethod).toBe(false);
    expect(detachMethod(newer, "pm_1").billing.hasPaymentMethod).toBe(true);
    const gone = applyMethod(
      detachMethod(exhausted, "pm_1"),
      { id: "pm_1", card: null, at: at(1) },
      sub("sub_1", 1),
    );
    expect(gone.billing).toMatchObject({ hasPaymentMethod: false, status: "free_quota_exhausted" });
  });

  it("has the details of its own card only", () => {
    const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 };
    expect(updateMethod(subscribed, { id: "pm_1", card }).customer.card).toEqual(card);
    expect(updateMethod(subscribed, { id: "pm_2", card })).toEqual(subscribed);
  });

  it("fails only with an unpaid invoice of the current subscription", () => {
    const failed = applyInvoice(subscribed, null, invoice("in_1", "failed")).account;
    expect(failed.billing).toMatchObject({ status: "payment_failed", hasPaymentMethod: true });
    const old = applyInvoice(subscribed, null, invoice("in_0", "failed", "sub_0")).account;
    expect(old.billing.status).toBe("active");
  });

  it("is the same however often and in whatever order an invoice's events arrive", () => {
    const states: InvoiceState[] = ["failed", "failed", "paid"];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...states, ...states], { minLength: 6 }),
        (order: readonly InvoiceState[]) => {
          let account = subscribed;
          let stored: Payment | null = null;
          for (const status of order) {
            const result = applyInvoice(account, stored, invoice("in_1", status));
            account = result.account;
            stored = result.payment ?? stored;
          }
          expect(account.billing).toEqual({
            ...subscribed.billing,
            limits: { ...subscribed.billing.limits, hasPaidInvoice: true },
          });
          expect(account.customer.unpaidInvoices).toEqual([]);
          expect(stored?.status).toBe("paid");
        },
      ),
    );
  });
});
