import {
  newAccount,
  noCustomer,
  replaceCustomer,
  type BillingAccount,
  type Customer,
} from "../../features/billing/account/billing-account.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Payment } from "../../features/billing/account/billing-event.js";
import type { BillingRepository, Reconciliation } from "../../features/billing/billing-repository.js";
import type { UsageRecord } from "../../features/billing/usage/usage-record.js";
import type { Account } from "../../features/runs/run-repository.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage, tenantPages } from "./memory-page.js";

/** Owner of data that belongs to no tenant. */
const server = "";

/** Shares the workspace's billing state and usage with the in-memory runs. */
export function memoryBilling(db: MemoryDatabase): BillingRepository {
  const account = (workspaceId: WorkspaceId): BillingAccount => ({
    billing: db.get<Account>(workspaceId, "account", workspaceId)?.billing ?? newAccount.billing,
    customer: db.get<Customer>(workspaceId, "customer", workspaceId) ?? noCustomer,
  });
  const save = (workspaceId: WorkspaceId, { billing, customer }: BillingAccount) => {
    const stored = db.get<Account>(workspaceId, "account", workspaceId) ?? { activeRunId: null };
    db.set(workspaceId, "account", workspaceId, { ...stored, billing });
    db.set(workspaceId, "customer", workspaceId, customer);
  };
  const usageOf = (workspaceId: WorkspaceId) => db.all<UsageRecord>(workspaceId, "usage");
  const sum = (usage: UsageRecord[]) => usage.reduce((total, { rows }) => total + rows, 0);
  const paymentsOf = (workspaceId: WorkspaceId) =>
    db.all<Payment>(workspaceId, "payments").sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return {
    account: async (workspaceId) => account(workspaceId),
    workspaceIdOf: async (customerId) => db.get<WorkspaceId>(server, "customers", customerId),
    linkCustomer: async (workspaceId, customerId, gone = null) => {
      const stored = account(workspaceId);
      const known = stored.customer.customerId;
      if (known !== null && known !== gone) return known;
      save(workspaceId, replaceCustomer(stored, customerId));
      db.set(server, "customers", customerId, workspaceId);
      return customerId;
    },
    hasHandled: async (eventId) => db.get(server, "events", eventId) !== null,
    applyOnce: async (workspaceId, { id, invoiceId, ...event }, change) => {
      if (db.get(server, "events", id) !== null || db.get(workspaceId, "account", workspaceId) === null)
        return false;
      const stored = invoiceId === undefined ? null : db.get<Payment>(workspaceId, "payments", invoiceId);
      const { account: changed, payment } = change({ account: account(workspaceId), payment: stored });
      save(workspaceId, changed);
      if (payment) db.set(workspaceId, "payments", payment.id, payment);
      db.set(server, "events", id, event);
      return true;
    },
    change: async (workspaceId, change) => {
      const changed = change(account(workspaceId));
      save(workspaceId, changed);
      return changed;
    },
    payments: async (workspaceId, limit) => paymentsOf(workspaceId).slice(0, limit),
    unpaid: async (workspaceId) => paymentsOf(workspaceId).filter(({ status }) => status === "failed"),
    usage: async (workspaceId, page) =>
      memoryPage(
        usageOf(workspaceId).map((usage) => ({ ...usage, id: usage.runId })),
        page,
      ),
    billedRows: async (workspaceId, since) =>
      sum(usageOf(workspaceId).filter(({ billedAt }) => billedAt !== null && billedAt >= since)),
    metered: async (workspaceId, since, until) =>
      usageOf(workspaceId).filter(
        ({ billedAt, isMetered }) => isMetered && billedAt !== null && billedAt >= since && billedAt < until,
      ),
    unmetered: async (workspaceId) => usageOf(workspaceId).filter(({ isMetered }) => !isMetered),
    totalRows: async (workspaceId) => sum(usageOf(workspaceId)),
    meterDue: (now, pageSize) =>
      tenantPages(
        db
          .everyones<UsageRecord>("usage", ({ meterDueAt }) => meterDueAt !== null && meterDueAt <= now)
          .sort((a, b) => (a.record.meterDueAt! < b.record.meterDueAt! ? -1 : 1)),
        pageSize,
      ),
    changeUsage: async (workspaceId, runId, change) => {
      const stored = db.get<UsageRecord>(workspaceId, "usage", runId);
      const changed = stored && change(stored);
      if (changed) db.set(workspaceId, "usage", runId, changed);
      return changed ?? stored;
    },
    workspaceIdOfUsage: async (runId) =>
      db.workspaces("usage").find((workspaceId) => db.get(workspaceId, "usage", runId) !== null) ?? null,
    subscribers: async (after, limit) =>
      db
        .workspaces("customer")
        .map((workspaceId) => ({
          workspaceId,
          subscriptionId: account(workspaceId).customer.subscription?.id ?? "",
        }))
        .filter(({ subscriptionId }) => subscriptionId > (after ?? ""))
        .sort((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1))
        .slice(0, limit),
    reconciliation: async () => db.get<Reconciliation>(server, "system", "meterReconciliation"),
    saveReconciliation: async (state) => db.set(server, "system", "meterReconciliation", state),
  };
}
