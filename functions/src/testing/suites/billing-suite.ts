import { beforeEach, describe, expect, it } from "vitest";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { ada, bob } from "../tenants.js";
import { newAccount } from "../../features/billing/account/billing-account.js";
import type { Payment } from "../../features/billing/account/billing-event.js";
import type { BillingRepository } from "../../features/billing/billing-repository.js";
import { newUsage, type UsageRecord } from "../../features/billing/usage/usage-record.js";
import { initialBilling } from "../../features/billing/account/run-permission.js";
import type { RunRepository } from "../../features/runs/run-repository.js";

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
  url: null,
  ...differing,
});

/** Tests what billing expects of its storage. Each test has its own tenants, customers and events, named by `make`. */
export function describeBillingRepository(
  name: string,
  make: () => Promise<BillingRepositories & { own: (id: string) => string }>,
): void {
  describe(`billing in ${name}`, () => {
    let billing: BillingRepository;
    let runs: RunRepository;
    let own: (id: string) => string;
    let workspaceId: WorkspaceId;
    const ownWorkspace = (id: string) => own(id) as WorkspaceId;
    beforeEach(async () => {
      ({ billing, runs, own } = await make());
      workspaceId = ownWorkspace(ada);
    });
    /** Links a customer, which also stores the account. Events apply only to stored ones. */
    const known = () => billing.linkCustomer(workspaceId, own("cus_1"));
    const saveUsage = (record: UsageRecord, tenant = workspaceId) =>
      runs.transact(tenant, async (tx) => tx.saveUsage(record));
    const pay = (id: string, record: Payment) =>
      billing.applyOnce(
        workspaceId,
        { id: own(id), type: "invoice.paid", createdAt: at(0), invoiceId: record.id },
        ({ account }) => ({ account, payment: record }),
      );

    it("returns a new account", async () => {
      expect(await billing.account(workspaceId)).toEqual(newAccount);
      expect(await billing.payments(workspaceId, 10)).toEqual([]);
      expect(await billing.totalRows(workspaceId)).toBe(0);
      expect(await billing.workspaceIdOf(own("cus_1"))).toBeNull();
    });

    it("links only the first of several customers to an account", async () => {
      const names = [own("cus_1"), own("cus_2"), own("cus_3")];
      const linked = await Promise.all(
        names.map((customerId) => billing.linkCustomer(workspaceId, customerId)),
      );
      expect(new Set(linked).size).toBe(1);
      expect(await billing.workspaceIdOf(linked[0]!)).toBe(workspaceId);
      expect((await billing.account(workspaceId)).customer.customerId).toBe(linked[0]);
    });

    it("replaces a deleted customer once, detaches its payment method and keeps its unpaid invoices", async () => {
      const [old, first, second] = [own("cus_1"), own("cus_2"), own("cus_3")];
      await billing.linkCustomer(workspaceId, old);
      const unpaidInvoices = [{ id: "in_1", subscriptionId: "sub_1", isFinal: false }];
      await billing.change(workspaceId, (account) => ({
        ...account,
        customer: { ...account.customer, paymentMethodId: "pm_1", unpaidInvoices },
      }));
      const linked = await Promise.all(
        [first, second].map((id) => billing.linkCustomer(workspaceId, id, old)),
      );
      expect(linked[0]).toBe(linked[1]);
      expect([first, second]).toContain(linked[0]);
      expect(await billing.linkCustomer(workspaceId, own("cus_4"), own("cus_0"))).toBe(linked[0]);
      expect((await billing.account(workspaceId)).customer).toEqual({
        ...newAccount.customer,
        customerId: linked[0],
        detachedMethods: ["pm_1"],
        unpaidInvoices,
      });
      expect(await billing.workspaceIdOf(old)).toBe(workspaceId);
      expect(await billing.workspaceIdOf(linked[0]!)).toBe(workspaceId);
    });

    it("applies an event once, however often it arrives at the same time", async () => {
      await known();
      const apply = () =>
        billing.applyOnce(workspaceId, { id: own("evt_1"), type: "x", createdAt: at(0) }, ({ account }) => ({
          account: {
            ...account,
            billing: { ...account.billing, freeQuotaUsed: account.billing.freeQuotaUsed + 1 },
          },
        }));
      const answers = await Promise.all([apply(), apply(), apply(), apply()]);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await billing.account(workspaceId)).billing.freeQuotaUsed).toBe(1);
      expect(await billing.hasHandled(own("evt_1"))).toBe(true);
      expect(await billing.hasHandled(own("evt_2"))).toBe(false);
    });

    it("doesn't bring back a deleted account", async () => {
      const event = { id: own("evt_1"), type: "customer.subscription.deleted", createdAt: at(0) };
      const change = () => ({ account: { ...newAccount, billing: used } });
      expect(await billing.applyOnce(workspaceId, event, change)).toBe(false);
      expect(await billing.account(workspaceId)).toEqual(newAccount);
    });

    it("keeps what runs and events write to the same account", async () => {
      await known();
      await runs.transact(workspaceId, async (tx) => tx.saveAccount({ activeRunId: "run-1", billing: used }));
      await billing.change(workspaceId, (account) => ({
        ...account,
        customer: { ...account.customer, paymentMethodId: "pm_1" },
      }));
      expect(await runs.account(workspaceId)).toEqual({ activeRunId: "run-1", billing: used });
      expect((await billing.account(workspaceId)).customer).toMatchObject({
        customerId: own("cus_1"),
        paymentMethodId: "pm_1",
      });
    });

    it("lists payments, newest first, and unpaid amounts", async () => {
      await known();
      await pay("evt_1", payment("in_1", 1));
      await pay("evt_2", payment("in_2", 2, { status: "failed" }));
      await pay("evt_3", payment("in_3", 3));
      expect((await billing.payments(workspaceId, 2)).map(({ id }) => id)).toEqual(["in_3", "in_2"]);
      expect((await billing.unpaid(workspaceId)).map(({ id }) => id)).toEqual(["in_2"]);
      await billing.applyOnce(
        workspaceId,
        { id: own("evt_4"), type: "invoice.paid", createdAt: at(4), invoiceId: "in_2" },
        ({ account, payment: stored }) => ({ account, payment: { ...stored!, status: "paid" } }),
      );
      expect(await billing.unpaid(workspaceId)).toEqual([]);
    });

    it("finds rows by their billing time and by whether the meter has them", async () => {
      await saveUsage(usage("free", 1_000, 1, initialBilling));
      await saveUsage(usage("a", 10, 2));
      await saveUsage({ ...usage("b", 200, 3), isMetered: true, meterDueAt: null });
      await saveUsage(usage("other", 7, 3), ownWorkspace(bob));
      expect(await billing.totalRows(workspaceId)).toBe(1_210);
      expect(await billing.billedRows(workspaceId, at(2))).toBe(210);
      expect(await billing.billedRows(workspaceId, at(3))).toBe(200);
      const metered = async (since: string, until: string) =>
        (await billing.metered(workspaceId, since, until)).map(({ runId }) => runId);
      expect(await metered(at(2), at(4))).toEqual(["b"]);
      expect(await metered(at(2), at(3))).toEqual([]);
      expect((await billing.unmetered(workspaceId)).map(({ runId }) => runId)).toEqual(["a"]);
    });

    it("pages usage, newest first", async () => {
      for (const minute of [1, 2, 3]) await saveUsage(usage(`run-${minute}`, minute, minute));
      const first = await billing.usage(workspaceId, { limit: 2 });
      expect(first.items.map(({ runId }) => runId)).toEqual(["run-3", "run-2"]);
      const second = await billing.usage(workspaceId, { limit: 2, cursor: first.nextCursor! });
      expect(second.items).toMatchObject([usage("run-1", 1, 1)]);
      expect(second.nextCursor).toBeNull();
    });

    it("finds usage of all tenants to report to the meter, and changes it in place", async () => {
      const due = async () => {
        const found: { workspaceId: WorkspaceId; runId: string }[] = [];
        for await (const { items } of billing.meterDue(at(10), 1))
          for (const { workspaceId, record } of items) found.push({ workspaceId, runId: record.runId });
        return found.filter((item) => [workspaceId, ownWorkspace(bob)].includes(item.workspaceId));
      };
      await saveUsage(usage("free", 5, 1, initialBilling));
      await saveUsage(usage("later", 5, 20));
      await saveUsage(usage("due", 5, 2));
      await saveUsage(usage("first", 5, 1), ownWorkspace(bob));
      expect(await due()).toEqual([
        { workspaceId: ownWorkspace(bob), runId: "first" },
        { workspaceId, runId: "due" },
      ]);
      const changed = await billing.changeUsage(workspaceId, "due", (stored) => ({
        ...stored,
        isMetered: true,
        meterDueAt: null,
      }));
      expect(changed).toMatchObject({ runId: "due", isMetered: true });
      expect(await due()).toHaveLength(1);
      expect(await billing.changeUsage(workspaceId, "due", () => null)).toEqual(changed);
      expect(await billing.changeUsage(workspaceId, "none", (stored) => stored)).toBeNull();
    });

    it("finds the workspace of a run's usage", async () => {
      await saveUsage(usage(own("run"), 5, 1), ownWorkspace(bob));
      expect(await billing.workspaceIdOfUsage(own("run"))).toBe(ownWorkspace(bob));
      expect(await billing.workspaceIdOfUsage(own("none"))).toBeNull();
    });

    it("lists subscribers in pages, and stores the state of their comparison with the meter", async () => {
      await known();
      const subscriptionId = own("sub");
      await billing.change(workspaceId, ({ billing: state, customer }) => ({
        billing: state,
        customer: {
          ...customer,
          subscription: {
            id: subscriptionId,
            isHalted: false,
            priceId: null,
            anchorAt: at(0),
            cancelAt: null,
            asOf: at(0),
          },
        },
      }));
      const justBefore = subscriptionId.slice(0, -1);
      expect(await billing.subscribers(justBefore, 1)).toEqual([{ workspaceId, subscriptionId }]);
      expect(await billing.subscribers(subscriptionId, 1)).not.toContainEqual({
        workspaceId,
        subscriptionId,
      });
      const totals = { day: "2026-11-18", accounts: 1, differing: 0, rows: 0 };
      const state = { ...totals, after: subscriptionId, isDone: true, last: totals };
      await billing.saveReconciliation(state);
      expect(await billing.reconciliation()).toEqual(state);
    });
  });
}
