import { z } from "zod";
import type { Page, PageRequest } from "../../common/page.js";
import type { TenantRecordPage } from "../../common/tenant-records.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { BillingAccount } from "./account/billing-account.js";
import type { Payment } from "./account/billing-event.js";
import type { UsageRecord } from "./usage/usage-record.js";

export interface BillingRepository {
  /** The stored account, or a new one if nothing is stored. */
  account(workspaceId: WorkspaceId): Promise<BillingAccount>;
  /** The workspace of a Stripe customer; null if the customer isn't one of ours. */
  workspaceIdOf(customerId: string): Promise<WorkspaceId | null>;
  /**
   * Gives the account a Stripe customer, unless it already has one. `gone` is a customer that was deleted in
   * Stripe and may be replaced.
   * @returns the account's customer afterward
   */
  linkCustomer(workspaceId: WorkspaceId, customerId: string, gone?: string | null): Promise<string>;

  hasHandled(eventId: string): Promise<boolean>;
  /**
   * Applies an event in one transaction, at most once per event id. `change` gets the stored account and, for
   * an invoice event, the stored payment.
   * @returns false if the event was already applied, or the account was deleted
   */
  applyOnce(
    workspaceId: WorkspaceId,
    event: { id: string; type: string; createdAt: string; invoiceId?: string },
    change: (stored: { account: BillingAccount; payment: Payment | null }) => {
      account: BillingAccount;
      payment?: Payment;
    },
  ): Promise<boolean>;
  change(
    workspaceId: WorkspaceId,
    change: (account: BillingAccount) => BillingAccount,
  ): Promise<BillingAccount>;

  /** Newest first. */
  payments(workspaceId: WorkspaceId, limit: number): Promise<Payment[]>;
  /** Invoices whose payment failed and that are still unpaid. */
  unpaid(workspaceId: WorkspaceId): Promise<Payment[]>;

  usage(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<UsageRecord & { id: string }>>;
  /** Rows billed at or after `since`, reported to the meter or not. */
  billedRows(workspaceId: WorkspaceId, since: string): Promise<number>;
  /** Usage that the meter has counted, billed at or after `since` and before `until`. */
  metered(workspaceId: WorkspaceId, since: string, until: string): Promise<UsageRecord[]>;
  /** Usage that the meter may not have counted yet. */
  unmetered(workspaceId: WorkspaceId): Promise<UsageRecord[]>;
  /** Rows of all runs, including free ones. */
  totalRows(workspaceId: WorkspaceId): Promise<number>;

  /**
   * Usage of all workspaces that is due to be reported to the meter at `now`, longest due first, each once.
   */
  meterDue(now: string, pageSize: number): AsyncIterable<TenantRecordPage<UsageRecord>>;
  /**
   * Changes a usage record in a transaction. If `change` returns null, the record stays as it is.
   * @returns the stored record, or null
   */
  changeUsage(
    workspaceId: WorkspaceId,
    runId: string,
    change: (usage: UsageRecord) => UsageRecord | null,
  ): Promise<UsageRecord | null>;
  /** The workspace that a run's usage belongs to; null if the run is unknown. */
  workspaceIdOfUsage(runId: string): Promise<WorkspaceId | null>;

  /** Workspaces with a subscription, ordered by subscription id, starting after the given one. */
  subscribers(
    after: string | null,
    limit: number,
  ): Promise<{ workspaceId: WorkspaceId; subscriptionId: string }[]>;
  /** The state of the daily comparison with the meter; null before the first one. */
  reconciliation(): Promise<Reconciliation | null>;
  saveReconciliation(state: Reconciliation): Promise<void>;
}

const totals = {
  /** Number of accounts compared. */
  accounts: z.number().int(),
  /** Number of accounts whose rows differ. */
  differing: z.number().int(),
  /** Sum of the absolute differences in rows. */
  rows: z.number().int(),
};

/** The comparison of one day's usage with Stripe's meter. */
export const reconciliationSchema = z.object({
  /** The UTC day of this comparison. */
  day: z.string(),
  /** The last subscription that was compared; null before the first one. */
  after: z.string().nullable(),
  isDone: z.boolean(),
  ...totals,
  /** The last finished comparison; null before the first one. */
  last: z.object({ day: z.string(), ...totals }).nullable(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
