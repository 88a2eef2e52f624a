import type { Page, PageRequest } from "../../shared/page.js";
import type { BillingAccount } from "./billing-account.js";
import type { Payment } from "./billing-event.js";
import type { UsageRecord } from "./meter-events.js";

export interface BillingRepository {
  /** A fresh one when nothing is stored. */
  account(uid: string): Promise<BillingAccount>;
  /** The tenant of a customer at the card provider, null for one that is not ours. */
  uidOf(customerId: string): Promise<string | null>;
  /**
   * Binds a customer to the account, unless it has one other than `gone`, which the provider no longer knows.
   * @returns the one it has then
   */
  linkCustomer(uid: string, customerId: string, gone?: string | null): Promise<string>;

  hasHandled(eventId: string): Promise<boolean>;
  /**
   * Applies an event in one transaction, at most once per event id; the change sees the stored state and, for an event
   * about an invoice, what is stored of it.
   * @returns false when the event was applied before, or the account is deleted
   */
  applyOnce(
    uid: string,
    event: { id: string; type: string; createdAt: string; invoiceId?: string },
    change: (stored: { account: BillingAccount; payment: Payment | null }) => {
      account: BillingAccount;
      payment?: Payment;
    },
  ): Promise<boolean>;
  change(uid: string, change: (account: BillingAccount) => BillingAccount): Promise<BillingAccount>;

  /** Newest first. */
  payments(uid: string, limit: number): Promise<Payment[]>;
  /** Invoices whose payment failed and that are not paid. */
  unpaid(uid: string): Promise<Payment[]>;

  usage(uid: string, page: PageRequest): Promise<Page<UsageRecord & { id: string }>>;
  /** Rows billed from `since` on, told to the meter or not. */
  billedRows(uid: string, since: string): Promise<number>;
  /** Rows known to the meter, billed from `since` on and before `until`. */
  meteredRows(uid: string, since: string, until: string): Promise<number>;
  /** What the meter is not known to have counted yet. */
  unmetered(uid: string): Promise<UsageRecord[]>;
  /** Rows of all runs ever, free ones included. */
  totalRows(uid: string): Promise<number>;

  /** Usage of all tenants that the meter has to be told of at `now`, longest due first. */
  meterDue(now: string, limit: number): Promise<{ uid: string; runId: string }[]>;
  /** Changes a usage record in a transaction; null from `change` leaves it. @returns what is stored, null when gone */
  changeUsage(
    uid: string,
    runId: string,
    change: (usage: UsageRecord) => UsageRecord | null,
  ): Promise<UsageRecord | null>;
}
