import {
  newAccount,
  noCustomer,
  withCustomer,
  type BillingAccount,
  type Customer,
} from "../features/billing/billing-account.js";
import type { Payment } from "../features/billing/billing-event.js";
import type { BillingRepository } from "../features/billing/billing-repository.js";
import type { UsageRecord } from "../features/billing/meter-events.js";
import type { Account } from "../features/runs/run-repository.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

/** What belongs to no tenant. */
const server = "";

/** Shares the account's billing state and usage with the in-memory runs. */
export function memoryBilling(db: MemoryDatabase): BillingRepository {
  const account = (uid: string): BillingAccount => ({
    billing: db.get<Account>(uid, "account", uid)?.billing ?? newAccount.billing,
    customer: db.get<Customer>(uid, "customer", uid) ?? noCustomer,
  });
  const save = (uid: string, { billing, customer }: BillingAccount) => {
    const stored = db.get<Account>(uid, "account", uid) ?? { activeRunId: null };
    db.set(uid, "account", uid, { ...stored, billing });
    db.set(uid, "customer", uid, customer);
  };
  const usageOf = (uid: string) => db.all<UsageRecord>(uid, "usage");
  const sum = (usage: UsageRecord[]) => usage.reduce((total, { rows }) => total + rows, 0);
  const paymentsOf = (uid: string) =>
    db.all<Payment>(uid, "payments").sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return {
    account: async (uid) => account(uid),
    uidOf: async (customerId) => db.get<string>(server, "customers", customerId),
    linkCustomer: async (uid, customerId, gone = null) => {
      const stored = account(uid);
      const known = stored.customer.customerId;
      if (known !== null && known !== gone) return known;
      save(uid, withCustomer(stored, customerId));
      db.set(server, "customers", customerId, uid);
      return customerId;
    },
    hasHandled: async (eventId) => db.get(server, "events", eventId) !== null,
    applyOnce: async (uid, { id, invoiceId, ...event }, change) => {
      if (db.get(server, "events", id) !== null || db.get(uid, "account", uid) === null) return false;
      const stored = invoiceId === undefined ? null : db.get<Payment>(uid, "payments", invoiceId);
      const { account: changed, payment } = change({ account: account(uid), payment: stored });
      save(uid, changed);
      if (payment) db.set(uid, "payments", payment.id, payment);
      db.set(server, "events", id, event);
      return true;
    },
    change: async (uid, change) => {
      const changed = change(account(uid));
      save(uid, changed);
      return changed;
    },
    payments: async (uid, limit) => paymentsOf(uid).slice(0, limit),
    unpaid: async (uid) => paymentsOf(uid).filter(({ status }) => status === "failed"),
    usage: async (uid, page) =>
      memoryPage(
        usageOf(uid).map((usage) => ({ ...usage, id: usage.runId })),
        page,
      ),
    billedRows: async (uid, since) =>
      sum(usageOf(uid).filter(({ billedAt }) => billedAt !== null && billedAt >= since)),
    meteredRows: async (uid, since, until) =>
      sum(
        usageOf(uid).filter(
          ({ billedAt, isMetered }) =>
            isMetered && billedAt !== null && billedAt >= since && billedAt < until,
        ),
      ),
    unmetered: async (uid) => usageOf(uid).filter(({ isMetered }) => !isMetered),
    totalRows: async (uid) => sum(usageOf(uid)),
    meterDue: async (now, limit) =>
      db
        .tenants("usage")
        .flatMap((uid) => usageOf(uid).map((usage) => ({ uid, ...usage })))
        .filter(({ meterDueAt }) => meterDueAt !== null && meterDueAt <= now)
        .sort((a, b) => (a.meterDueAt! < b.meterDueAt! ? -1 : 1))
        .slice(0, limit)
        .map(({ uid, runId }) => ({ uid, runId })),
    changeUsage: async (uid, runId, change) => {
      const stored = db.get<UsageRecord>(uid, "usage", runId);
      const changed = stored && change(stored);
      if (changed) db.set(uid, "usage", runId, changed);
      return changed ?? stored;
    },
  };
}
