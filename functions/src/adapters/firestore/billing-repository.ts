import {
  AggregateField,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { type WorkspaceId, workspaceIdSchema } from "../../contract/workspaces.js";
import { replaceCustomer, type BillingAccount } from "../../features/billing/account/billing-account.js";
import { reconciliationSchema, type BillingRepository } from "../../features/billing/billing-repository.js";
import type { UsageRecord } from "../../features/billing/usage/usage-record.js";
import { silentLogger, type Logger } from "../../common/logger.js";
import { addMs, dayMs } from "../../common/time.js";
import {
  paymentDocument,
  readCustomer,
  storedPayment,
  storedUsage,
  usageDocument,
} from "./billing-documents.js";
import { dueRecordPages, read, readPage, timestamp } from "./documents.js";
import { paths, workspaceIdOfPath } from "./paths.js";
import { readAccount } from "./run-documents.js";

/** Stripe may repeat an event for days but never for months; a TTL policy on `expiresAt` deletes old ones. */
const eventsKeptMs = 90 * dayMs;
/** A workspace's runs, webhooks and owner's actions all write to the same document. */
const maxAttempts = 20;

export function firestoreBilling(db: Firestore, logger: Logger = silentLogger): BillingRepository {
  const toAccount = (data: FirebaseFirestore.DocumentData | undefined): BillingAccount => ({
    billing: readAccount(data).billing,
    customer: readCustomer(data),
  });
  const save = (tx: Transaction, workspaceId: WorkspaceId, { billing, customer }: BillingAccount) =>
    tx.set(
      db.doc(paths.workspace(workspaceId)),
      { billing, stripe: customer },
      { mergeFields: ["billing", "stripe"] },
    );
  const transact = <T>(work: (tx: Transaction) => Promise<T>) => db.runTransaction(work, { maxAttempts });
  const usages = (workspaceId: WorkspaceId) => db.collection(paths.usages(workspaceId));
  // Firestore computes the sum and bills one read per thousand records.
  const sumRows = async (query: Query): Promise<number> =>
    (await query.aggregate({ rows: AggregateField.sum("rows") }).get()).data().rows;
  const payments = (workspaceId: WorkspaceId) => db.collection(paths.payments(workspaceId));

  return {
    account: async (workspaceId) => toAccount((await db.doc(paths.workspace(workspaceId)).get()).data()),
    workspaceIdOf: async (customerId) => {
      const workspaceId: unknown = (await db.doc(paths.stripeCustomer(customerId)).get()).get("workspaceId");
      return workspaceIdSchema
        .nullable()
        .catch(null)
        .parse(workspaceId ?? null);
    },
    linkCustomer: (workspaceId, customerId, gone = null) =>
      transact(async (tx) => {
        const account = toAccount((await tx.get(db.doc(paths.workspace(workspaceId)))).data());
        const known = account.customer.customerId;
        if (known !== null && known !== gone) return known;
        save(tx, workspaceId, replaceCustomer(account, customerId));
        tx.set(db.doc(paths.stripeCustomer(customerId)), { workspaceId });
        return customerId;
      }),

    hasHandled: async (eventId) => (await db.doc(paths.stripeEvent(eventId)).get()).exists,
    applyOnce: (workspaceId, { id, type, createdAt, invoiceId }, change) =>
      transact(async (tx) => {
        const eventRef = db.doc(paths.stripeEvent(id));
        const paymentRef = invoiceId === undefined ? null : db.doc(paths.payment(workspaceId, invoiceId));
        const [event, workspace, stored] = await Promise.all([
          tx.get(eventRef),
          tx.get(db.doc(paths.workspace(workspaceId))),
          paymentRef && tx.get(paymentRef),
        ]);
        // The customer's last events can arrive after the workspace's deletion and must not recreate it.
        if (event.exists || !workspace.exists) return false;
        const { account, payment } = change({
          account: toAccount(workspace.data()),
          payment: stored && read(storedPayment, stored),
        });
        save(tx, workspaceId, account);
        if (payment) tx.set(db.doc(paths.payment(workspaceId, payment.id)), paymentDocument(payment));
        const expiresAt = Timestamp.fromDate(addMs(new Date(createdAt), eventsKeptMs));
        tx.create(eventRef, { workspaceId, type, createdAt: timestamp(createdAt), expiresAt });
        return true;
      }),
    change: (workspaceId, change) =>
      transact(async (tx) => {
        const changed = change(toAccount((await tx.get(db.doc(paths.workspace(workspaceId)))).data()));
        save(tx, workspaceId, changed);
        return changed;
      }),

    payments: async (workspaceId, limit) =>
      (await readPage(payments(workspaceId), storedPayment, { limit }, logger)).items,
    unpaid: async (workspaceId) =>
      (await payments(workspaceId).where("status", "==", "failed").get()).docs.map((doc) =>
        read(storedPayment, doc)!,
      ),

    usage: (workspaceId, page) => readPage(usages(workspaceId), storedUsage, page, logger),
    billedRows: (workspaceId, since) =>
      sumRows(usages(workspaceId).where("billedAt", ">=", timestamp(since))),
    metered: async (workspaceId, since, until) => {
      const { docs } = await usages(workspaceId)
        .where("billedAt", ">=", timestamp(since))
        .where("billedAt", "<", timestamp(until))
        .get();
      return docs.map((doc) => read(storedUsage, doc)!).filter(({ isMetered }) => isMetered);
    },
    unmetered: async (workspaceId) =>
      (await usages(workspaceId).where("isMetered", "==", false).get()).docs.map((doc) =>
        read(storedUsage, doc)!,
      ),
    totalRows: (workspaceId) => sumRows(usages(workspaceId)),

    meterDue: (now, pageSize) =>
      dueRecordPages(storedUsage, db.collectionGroup(paths.allUsages), "meterDueAt", now, pageSize, logger),
    changeUsage: (workspaceId, runId, change) =>
      transact(async (tx) => {
        const ref = db.doc(paths.usage(workspaceId, runId));
        const found = read(storedUsage, await tx.get(ref));
        if (!found) return null;
        const { id: _id, ...stored } = found;
        const changed: UsageRecord | null = change(stored);
        if (changed) tx.set(ref, usageDocument(changed));
        return changed ?? stored;
      }),
    async workspaceIdOfUsage(runId) {
      const { docs } = await db.collectionGroup(paths.allUsages).where("runId", "==", runId).limit(1).get();
      return docs[0] ? workspaceIdOfPath(docs[0].ref.path) : null;
    },

    async subscribers(after, limit) {
      const { docs } = await db
        .collection(paths.workspaces())
        .where(subscriptionId, ">", after ?? "")
        .orderBy(subscriptionId)
        .limit(limit)
        .get();
      return docs.map((doc) => ({
        workspaceId: workspaceIdOfPath(doc.ref.path),
        subscriptionId: String(doc.get(subscriptionId)),
      }));
    },
    async reconciliation() {
      const snapshot = await db.doc(paths.meterReconciliation()).get();
      return snapshot.exists ? reconciliationSchema.parse(snapshot.data()) : null;
    },
    saveReconciliation: async (state) => {
      await db.doc(paths.meterReconciliation()).set(state);
    },
  };
}

const subscriptionId = "stripe.subscription.id";
