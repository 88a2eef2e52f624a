import {
  AggregateField,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { withCustomer, type BillingAccount } from "../../features/billing/billing-account.js";
import type { BillingRepository } from "../../features/billing/billing-repository.js";
import type { UsageRecord } from "../../features/billing/meter-events.js";
import { silentLogger, type Logger } from "../../shared/logger.js";
import { addMs, dayMs } from "../../shared/time.js";
import {
  paymentDocument,
  readCustomer,
  storedPayment,
  storedUsage,
  usageDocument,
} from "./billing-documents.js";
import { read, readPage, timestamp } from "./documents.js";
import { paths, uidOfPath } from "./paths.js";
import { readAccount } from "./run-documents.js";

/** Stripe sends an event again for days, never for months; a TTL policy on `expiresAt` clears them away. */
const eventsKeptMs = 90 * dayMs;
/** An account's run, its webhooks and its owner's clicks meet on one document. */
const maxAttempts = 20;

export function firestoreBilling(db: Firestore, logger: Logger = silentLogger): BillingRepository {
  const toAccount = (data: FirebaseFirestore.DocumentData | undefined): BillingAccount => ({
    billing: readAccount(data).billing,
    customer: readCustomer(data),
  });
  const save = (tx: Transaction, uid: string, { billing, customer }: BillingAccount) =>
    tx.set(db.doc(paths.user(uid)), { billing, stripe: customer }, { mergeFields: ["billing", "stripe"] });
  const transact = <T>(work: (tx: Transaction) => Promise<T>) => db.runTransaction(work, { maxAttempts });
  const usages = (uid: string) => db.collection(paths.usages(uid));
  // Added up by Firestore: one read for a thousand records.
  const sumRows = async (query: Query): Promise<number> =>
    (await query.aggregate({ rows: AggregateField.sum("rows") }).get()).data().rows;
  const payments = (uid: string) => db.collection(paths.payments(uid));

  return {
    account: async (uid) => toAccount((await db.doc(paths.user(uid)).get()).data()),
    uidOf: async (customerId) => {
      const uid: unknown = (await db.doc(paths.stripeCustomer(customerId)).get()).get("uid");
      return typeof uid === "string" ? uid : null;
    },
    linkCustomer: (uid, customerId, gone = null) =>
      transact(async (tx) => {
        const account = toAccount((await tx.get(db.doc(paths.user(uid)))).data());
        const known = account.customer.customerId;
        if (known !== null && known !== gone) return known;
        save(tx, uid, withCustomer(account, customerId));
        tx.set(db.doc(paths.stripeCustomer(customerId)), { uid });
        return customerId;
      }),

    hasHandled: async (eventId) => (await db.doc(paths.stripeEvent(eventId)).get()).exists,
    applyOnce: (uid, { id, type, createdAt, invoiceId }, change) =>
      transact(async (tx) => {
        const eventRef = db.doc(paths.stripeEvent(id));
        const paymentRef = invoiceId === undefined ? null : db.doc(paths.payment(uid, invoiceId));
        const [event, user, stored] = await Promise.all([
          tx.get(eventRef),
          tx.get(db.doc(paths.user(uid))),
          paymentRef && tx.get(paymentRef),
        ]);
        // An account that was deleted stays so, although its customer's last messages come after it.
        if (event.exists || !user.exists) return false;
        const { account, payment } = change({
          account: toAccount(user.data()),
          payment: stored && read(storedPayment, stored),
        });
        save(tx, uid, account);
        if (payment) tx.set(db.doc(paths.payment(uid, payment.id)), paymentDocument(payment));
        const expiresAt = Timestamp.fromDate(addMs(new Date(createdAt), eventsKeptMs));
        tx.create(eventRef, { uid, type, createdAt: timestamp(createdAt), expiresAt });
        return true;
      }),
    change: (uid, change) =>
      transact(async (tx) => {
        const changed = change(toAccount((await tx.get(db.doc(paths.user(uid)))).data()));
        save(tx, uid, changed);
        return changed;
      }),

    payments: async (uid, limit) => (await readPage(payments(uid), storedPayment, { limit }, logger)).items,
    unpaid: async (uid) =>
      (await payments(uid).where("status", "==", "failed").get()).docs.map((doc) =>
        read(storedPayment, doc)!,
      ),

    usage: (uid, page) => readPage(usages(uid), storedUsage, page, logger),
    billedRows: (uid, since) => sumRows(usages(uid).where("billedAt", ">=", timestamp(since))),
    meteredRows: async (uid, since, until) => {
      const { docs } = await usages(uid)
        .where("billedAt", ">=", timestamp(since))
        .where("billedAt", "<", timestamp(until))
        .get();
      const records = docs.map((doc) => read(storedUsage, doc)!);
      return records.reduce((sum, { isMetered, rows }) => sum + (isMetered ? rows : 0), 0);
    },
    unmetered: async (uid) =>
      (await usages(uid).where("isMetered", "==", false).get()).docs.map((doc) => read(storedUsage, doc)!),
    totalRows: (uid) => sumRows(usages(uid)),

    async meterDue(now, limit) {
      const { docs } = await db
        .collectionGroup(paths.allUsages)
        // Records with nothing to tell hold null there, which sorts before every timestamp.
        .where("meterDueAt", ">", Timestamp.fromMillis(0))
        .where("meterDueAt", "<=", timestamp(now))
        .orderBy("meterDueAt")
        .limit(limit)
        .get();
      return docs.map((doc) => ({ uid: uidOfPath(doc.ref.path), runId: doc.id }));
    },
    changeUsage: (uid, runId, change) =>
      transact(async (tx) => {
        const ref = db.doc(paths.usage(uid, runId));
        const found = read(storedUsage, await tx.get(ref));
        if (!found) return null;
        const { id: _id, ...stored } = found;
        const changed: UsageRecord | null = change(stored);
        if (changed) tx.set(ref, usageDocument(changed));
        return changed ?? stored;
      }),
  };
}
