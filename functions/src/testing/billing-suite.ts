import { beforeEach, describe, expect, it } from "vitest";
import { newAccount } from "../features/billing/billing-account.js";
import type { Payment } from "../features/billing/billing-event.js";
import type { BillingRepository } from "../features/billing/billing-repository.js";
import { newUsage, type UsageRecord } from "../features/billing/meter-events.js";
import { initialBilling } from "../features/billing/run-permission.js";
import type { RunRepository } from "../features/runs/run-repository.js";

export type BillingRepositories = { billing: BillingRepository; runs: RunRepository };

const at = (minute: number) => `2026-11-18T12:${String(minute).padStart(2, "0")}:00.000Z`;
const used = { ...initialBilling, freeQuotaUsed: 1 };

const usage = (runId: string, rows: number, minute: number, billing = used): UsageRecord =>
  newUsage({ runId, setupName: "Daily", rows }, billing, new Date(at(minute)));

const payment = (id: string, minute: number, differing: Partial<Payment> = {}): Payment => ({
  id,
  amount: 9_900,
  currency: "usd",
  createdAt: at(minute),
  status: "paid",
  subscriptionId: "sub_1",
  ...differing,
});

/** What billing expects of its storage. Tenants, customers and events are the test's own: `make` gives their names. */
export function describeBillingRepository(
  name: string,
  make: () => Promise<BillingRepositories & { own: (id: string) => string }>,
): void {
  describe(`billing in ${name}`, () => {
    let billing: BillingRepository;
    let runs: RunRepository;
    let own: (id: string) => string;
    let uid: string;
    beforeEach(async () => {
      ({ billing, runs, own } = await make());
      uid = own("ada");
    });
    /** An account that events can be about: one with a customer. */
    const known = () => billing.linkCustomer(uid, own("cus_1"));
    const saveUsage = (record: UsageRecord, tenant = uid) =>
      runs.transact(tenant, async (tx) => tx.saveUsage(record));
    const pay = (id: string, record: Payment) =>
      billing.applyOnce(
        uid,
        { id: own(id), type: "invoice.paid", createdAt: at(0), invoiceId: record.id },
        ({ account }) => ({ account, payment: record }),
      );

    it("knows a fresh account", async () => {
      expect(await billing.account(uid)).toEqual(newAccount);
      expect(await billing.payments(uid, 10)).toEqual([]);
      expect(await billing.totalRows(uid)).toBe(0);
      expect(await billing.uidOf(own("cus_1"))).toBeNull();
    });

    it("binds one customer to an account, whoever comes first", async () => {
      const names = [own("cus_1"), own("cus_2"), own("cus_3")];
      const linked = await Promise.all(names.map((customerId) => billing.linkCustomer(uid, customerId)));
      expect(new Set(linked).size).toBe(1);
      expect(await billing.uidOf(linked[0]!)).toBe(uid);
      expect((await billing.account(uid)).customer.customerId).toBe(linked[0]);
    });

    it("binds another customer in place of one that is gone, once, and forgets what went with it", async () => {
      const [old, first, second] = [own("cus_1"), own("cus_2"), own("cus_3")];
      await billing.linkCustomer(uid, old);
      const unpaidInvoices = [{ id: "in_1", subscriptionId: "sub_1" }];
      await billing.change(uid, (account) => ({
        ...account,
        customer: { ...account.customer, paymentMethodId: "pm_1", unpaidInvoices },
      }));
      const linked = await Promise.all([first, second].map((id) => billing.linkCustomer(uid, id, old)));
      expect(linked[0]).toBe(linked[1]);
      expect([first, second]).toContain(linked[0]);
      expect(await billing.linkCustomer(uid, own("cus_4"), own("cus_0"))).toBe(linked[0]);
      expect((await billing.account(uid)).customer).toEqual({
        ...newAccount.customer,
        customerId: linked[0],
        detachedMethods: ["pm_1"],
        unpaidInvoices,
      });
      expect(await billing.uidOf(old)).toBe(uid);
      expect(await billing.uidOf(linked[0]!)).toBe(uid);
    });

    it("applies an event once, however often it comes at the same time", async () => {
      await known();
      const apply = () =>
        billing.applyOnce(uid, { id: own("evt_1"), type: "x", createdAt: at(0) }, ({ account }) => ({
          account: {
            ...account,
            billing: { ...account.billing, freeQuotaUsed: account.billing.freeQuotaUsed + 1 },
          },
        }));
      const answers = await Promise.all([apply(), apply(), apply(), apply()]);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await billing.account(uid)).billing.freeQuotaUsed).toBe(1);
      expect(await billing.hasHandled(own("evt_1"))).toBe(true);
      expect(await billing.hasHandled(own("evt_2"))).toBe(false);
    });

    it("does not bring an account back that was deleted", async () => {
      const event = { id: own("evt_1"), type: "customer.subscription.deleted", createdAt: at(0) };
      const change = () => ({ account: { ...newAccount, billing: used } });
      expect(await billing.applyOnce(uid, event, change)).toBe(false);
      expect(await billing.account(uid)).toEqual(newAccount);
    });

    it("keeps what runs write of the account beside what events write", async () => {
      await known();
      await runs.transact(uid, async (tx) => tx.saveAccount({ activeRunId: "run-1", billing: used }));
      await billing.change(uid, (account) => ({
        ...account,
        customer: { ...account.customer, paymentMethodId: "pm_1" },
      }));
      expect(await runs.account(uid)).toEqual({ activeRunId: "run-1", billing: used });
      expect((await billing.account(uid)).customer).toMatchObject({
        customerId: own("cus_1"),
        paymentMethodId: "pm_1",
      });
    });

    it("lists payments, newest first, and what is unpaid", async () => {
      await known();
      await pay("evt_1", payment("in_1", 1));
      await pay("evt_2", payment("in_2", 2, { status: "failed" }));
      await pay("evt_3", payment("in_3", 3));
      expect((await billing.payments(uid, 2)).map(({ id }) => id)).toEqual(["in_3", "in_2"]);
      expect((await billing.unpaid(uid)).map(({ id }) => id)).toEqual(["in_2"]);
      await billing.applyOnce(
        uid,
        { id: own("evt_4"), type: "invoice.paid", createdAt: at(4), invoiceId: "in_2" },
        ({ account, payment: stored }) => ({ account, payment: { ...stored!, status: "paid" } }),
      );
      expect(await billing.unpaid(uid)).toEqual([]);
    });

    it("sums rows by when they are billed and whether the meter knows them", async () => {
      await saveUsage(usage("free", 1_000, 1, initialBilling));
      await saveUsage(usage("a", 10, 2));
      await saveUsage({ ...usage("b", 200, 3), isMetered: true, meterDueAt: null });
      await saveUsage(usage("other", 7, 3), own("bob"));
      expect(await billing.totalRows(uid)).toBe(1_210);
      expect(await billing.billedRows(uid, at(2))).toBe(210);
      expect(await billing.billedRows(uid, at(3))).toBe(200);
      expect(await billing.meteredRows(uid, at(2), at(4))).toBe(200);
      expect(await billing.meteredRows(uid, at(2), at(3))).toBe(0);
      expect((await billing.unmetered(uid)).map(({ runId }) => runId)).toEqual(["a"]);
    });

    it("pages usage, newest first", async () => {
      for (const minute of [1, 2, 3]) await saveUsage(usage(`run-${minute}`, minute, minute));
      const first = await billing.usage(uid, { limit: 2 });
      expect(first.items.map(({ runId }) => runId)).toEqual(["run-3", "run-2"]);
      const second = await billing.usage(uid, { limit: 2, cursor: first.nextCursor! });
      expect(second.items).toMatchObject([usage("run-1", 1, 1)]);
      expect(second.nextCursor).toBeNull();
    });

    it("finds what the meter has to be told of, of all tenants, and changes it in place", async () => {
      const mine = (found: { uid: string; runId: string }[]) =>
        found.filter((item) => item.uid === uid || item.uid === own("bob"));
      await saveUsage(usage("free", 5, 1, initialBilling));
      await saveUsage(usage("later", 5, 20));
      await saveUsage(usage("due", 5, 2));
      await saveUsage(usage("first", 5, 1), own("bob"));
      expect(mine(await billing.meterDue(at(10), 100))).toEqual([
        { uid: own("bob"), runId: "first" },
        { uid, runId: "due" },
      ]);
      const changed = await billing.changeUsage(uid, "due", (stored) => ({
        ...stored,
        isMetered: true,
        meterDueAt: null,
      }));
      expect(changed).toMatchObject({ runId: "due", isMetered: true });
      expect(mine(await billing.meterDue(at(10), 100))).toHaveLength(1);
      expect(await billing.changeUsage(uid, "due", () => null)).toEqual(changed);
      expect(await billing.changeUsage(uid, "none", (stored) => stored)).toBeNull();
    });
  });
}
