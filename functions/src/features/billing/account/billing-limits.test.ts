import { describe, expect, it } from "vitest";
import { standardTiers } from "../../../contract/prices/tier-costs.js";
import { limitInRows } from "../set-spending-limit.js";
import { applyInvoice, applyMethod, applySubscription, endSubscription } from "./apply-event.js";
import { newAccount, type BillingAccount, type Subscription } from "./billing-account.js";
import type { Payment } from "./billing-event.js";
import { afterBilledRows, blockedBy, newBillingLimits, rowsBeforeFirstPayment } from "./billing-limits.js";

const now = new Date("2026-11-18T12:00:00Z");
const at = (minute: number) => `2026-11-10T12:${String(minute).padStart(2, "0")}:00.000Z`;
const sub = (id: string, asOf: number, isHalted = false): Subscription => ({
  id,
  priceId: null,
  anchorAt: at(0),
  cancelAt: null,
  isHalted,
  asOf: at(asOf),
});
const subscribe = (account: BillingAccount, card: string, id: string, minute: number) =>
  applyMethod(account, { id: card, card: null, at: at(minute) }, sub(id, minute));
const used: BillingAccount = {
  ...newAccount,
  billing: { ...newAccount.billing, freeQuotaUsed: 1, status: "free_quota_exhausted" },
};
const invoice = (status: Payment["status"], isFinal?: boolean): Payment => ({
  id: "in_1",
  amount: 9_900,
  currency: "usd",
  createdAt: at(0),
  status,
  subscriptionId: "sub_1",
  url: null,
  ...(isFinal === undefined ? {} : { isFinal }),
});
const blockerOf = ({ billing }: BillingAccount) => blockedBy(billing, now);

describe("what blocks a workspace's runs", () => {
  it("is nothing while Stripe still tries to collect an invoice, and the invoice once it gave up", () => {
    const subscribed = subscribe(used, "pm_1", "sub_1", 1);
    const first = applyInvoice(subscribed, null, invoice("failed", false));
    expect(blockerOf(first.account)).toBeNull();
    const last = applyInvoice(first.account, first.payment!, invoice("failed", true));
    expect(blockerOf(last.account)).toBe("invoice-overdue");
    // Late, again, out of order: it stays due until it is paid.
    expect(blockerOf(applyInvoice(last.account, last.payment!, invoice("failed", false)).account)).toBe(
      "invoice-overdue",
    );
    expect(blockerOf(applyInvoice(last.account, last.payment!, invoice("paid")).account)).toBeNull();
  });

  it("is an unpaid invoice of an ended subscription, even after a new card", () => {
    const owing = applyInvoice(subscribe(used, "pm_1", "sub_1", 1), null, invoice("failed", false));
    const ended = endSubscription(owing.account, "sub_1");
    const again = subscribe(ended, "pm_2", "sub_2", 5);
    expect(again.billing).toMatchObject({ status: "active", hasPaymentMethod: true });
    expect(blockerOf(again)).toBe("invoice-overdue");
    expect(blockerOf(applyInvoice(again, owing.payment!, invoice("paid")).account)).toBeNull();
  });

  it("is a subscription that is not being paid", () => {
    const subscribed = subscribe(used, "pm_1", "sub_1", 1);
    expect(blockerOf(applySubscription(subscribed, sub("sub_1", 2, true)))).toBe("subscription-inactive");
    expect(blockerOf(applySubscription(subscribed, sub("sub_1", 3)))).toBeNull();
  });

  it("is the limit on checks until the first invoice is paid", () => {
    const subscribed = subscribe(used, "pm_1", "sub_1", 1);
    const ran = (account: BillingAccount, rows: number): BillingAccount => ({
      ...account,
      billing: {
        ...account.billing,
        limits: afterBilledRows(account.billing.limits, rows, now).limits,
      },
    });
    expect(blockerOf(ran(subscribed, rowsBeforeFirstPayment - 1))).toBeNull();
    const many = ran(ran(subscribed, rowsBeforeFirstPayment - 1), 1);
    expect(blockerOf(many)).toBe("first-payment");
    expect(blockedBy(many.billing, new Date("2026-12-11T00:00:00Z"))).toBeNull();
    expect(blockerOf(applyInvoice(many, null, { ...invoice("paid"), id: "in_2" }).account)).toBeNull();
  });

  it("is the spending limit, with one warning at 80%", () => {
    const limits = {
      ...newBillingLimits,
      anchorAt: at(0),
      hasPaidInvoice: true,
      spendingLimit: { cents: 10_900, rows: 20_000, warnedFromRows: 16_000 },
    };
    const paying = { ...newAccount.billing, hasPaymentMethod: true };
    const first = afterBilledRows(limits, 15_999, now);
    const second = afterBilledRows(first.limits, 1, now);
    const third = afterBilledRows(second.limits, 4_000, now);
    expect([first, second, third].map(({ isWarning }) => isWarning)).toEqual([false, true, false]);
    expect(blockedBy({ ...paying, limits: second.limits }, now)).toBeNull();
    expect(blockedBy({ ...paying, limits: third.limits }, now)).toBe("spending-limit");
    const nextPeriod = new Date("2026-12-10T13:00:00Z");
    expect(blockedBy({ ...paying, limits: third.limits }, nextPeriod)).toBeNull();
    expect(afterBilledRows(third.limits, 16_000, nextPeriod).isWarning).toBe(true);
  });

  it("is 20 GB read without a payment method", () => {
    const limits = { ...newBillingLimits, freeBytes: 20e9 };
    expect(blockedBy({ ...newAccount.billing, limits }, now)).toBe("free-data-used");
    expect(blockedBy({ ...newAccount.billing, limits, hasPaymentMethod: true }, now)).toBeNull();
  });
});

describe("a spending limit in rows", () => {
  it.each([
    [9_899, 0, 1],
    [9_900, 10_004, 1],
    [20_000, 111_004, 70_995],
  ])("of %i cents allows %i, with a warning from %i", (cents, rows, warnedFromRows) =>
    expect(limitInRows(standardTiers, cents)).toEqual({ cents, rows, warnedFromRows }),
  );
});
