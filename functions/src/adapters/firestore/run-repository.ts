import { type Firestore, Timestamp, type Transaction } from "firebase-admin/firestore";
import type { z } from "zod";
import { detectorKeys } from "../../contract/detectors.js";
import type { RunRecord } from "../../features/runs/run-record.js";
import type { OwnedPage, RunRepository, RunTransaction } from "../../features/runs/run-repository.js";
import { usageDocument } from "./billing-documents.js";
import { AppError } from "../../shared/errors.js";
import { silentLogger, type Logger } from "../../shared/logger.js";
import { storedConnection } from "./connection-repository.js";
import {
  pagesOf,
  read,
  readAll,
  readPage,
  timestamp,
  timestampOrNull,
  withTheirDocuments,
} from "./documents.js";
import { paths, uidOfPath } from "./paths.js";
import {
  detectorDocument,
  outlineOf,
  readAccount,
  runDocument,
  runFields,
  storedDetector,
  storedRun,
} from "./run-documents.js";
import { storedSetup } from "./setup-repository.js";

/** The client waits longer before each of them; who still finds the documents busy may look at them again. */
const maxAttempts = 5;
/** Where one run is looked for: the next one stands in for one that cannot be read. */
const triedDocuments = 3;
/** gRPC's ABORTED: lost against other transactions. */
const aborted = 10;

export function firestoreRuns(db: Firestore, logger: Logger = silentLogger): RunRepository {
  const runsOf = (uid: string) => db.collection(paths.runs(uid));
  const waiting = (uid: string) =>
    runsOf(uid)
      .where("status", "==", "pending")
      .where("holdsSlot", "==", false)
      .orderBy("createdAt")
      .limit(triedDocuments);

  const transactionOf = (uid: string, tx: Transaction): RunTransaction => {
    const first = async (query: FirebaseFirestore.Query): Promise<RunRecord | null> => {
      const { docs } = await tx.get(query);
      return readAll(storedRun, docs, logger)[0] ?? null;
    };
    return {
      account: async () => readAccount((await tx.get(db.doc(paths.user(uid)))).data()),
      setup: async (id) => read(storedSetup, await tx.get(db.doc(paths.setup(uid, id)))),
      connection: async (id) => read(storedConnection, await tx.get(db.doc(paths.connection(uid, id)))),
      run: async (id) => read(storedRun, await tx.get(db.doc(paths.run(uid, id)))),
      outline: async (id) => outlineOf(await tx.get(db.doc(paths.run(uid, id)))),
      longestWaiting: () => first(waiting(uid)),
      waitingOf: (setupId) => first(waiting(uid).where("setupId", "==", setupId)),

      // The document also holds what users and billing keep there: only these fields are written.
      saveAccount: (change) => tx.set(db.doc(paths.user(uid)), change, { merge: true }),
      saveRun: (run) => tx.set(db.doc(paths.run(uid, run.id)), runDocument(run)),
      saveFields: (runId, fields) =>
        tx.set(db.doc(paths.run(uid, runId)), runFields(fields), { mergeFields: Object.keys(fields) }),
      deleteRun: (runId) => tx.delete(db.doc(paths.run(uid, runId))),
      saveDetector: (runId, detector) =>
        tx.set(db.doc(paths.runDetector(uid, runId, detector.id)), detectorDocument(detector)),
      saveUsage: (usage) => tx.set(db.doc(paths.usage(uid, usage.runId)), usageDocument(usage)),
      setNextRunAt: (setupId, nextRunAt) =>
        tx.update(db.doc(paths.setup(uid, setupId)), { nextRunAt: timestampOrNull(nextRunAt) }),
    };
  };

  return {
    async transact(uid, work) {
      try {
        return await db.runTransaction((tx) => work(transactionOf(uid, tx)), { maxAttempts });
      } catch (error) {
        if ((error as { code?: unknown }).code !== aborted) throw error;
        throw new AppError("unavailable", "Others kept changing the account's documents.", { cause: error });
      }
    },
    look: (uid, work) => db.runTransaction((tx) => work(transactionOf(uid, tx)), { readOnly: true }),
    find: async (uid, runId) => read(storedRun, await db.doc(paths.run(uid, runId)).get()),
    list: (uid, page, setupId) =>
      readPage(
        setupId === undefined ? runsOf(uid) : runsOf(uid).where("setupId", "==", setupId),
        storedRun,
        page,
        logger,
      ),
    account: async (uid) => readAccount((await db.doc(paths.user(uid)).get()).data()),

    async detectors(uid, runId) {
      const { docs } = await db.collection(paths.runDetectors(uid, runId)).get();
      const found = readAll(storedDetector, docs, logger);
      return detectorKeys.flatMap((key) => found.find(({ id }) => id === key) ?? []);
    },
    findDetector: async (uid, runId, key) =>
      read(storedDetector, await db.doc(paths.runDetector(uid, runId, key)).get()),

    async findPrevious(uid, setupId, day) {
      const { docs } = await runsOf(uid)
        .where("setupId", "==", setupId)
        .where("judgedDay", "<", day)
        .orderBy("judgedDay", "desc")
        .orderBy("createdAt", "desc")
        .limit(triedDocuments)
        .get();
      return readAll(storedRun, docs, logger)[0] ?? null;
    },

    async delete(uid, runId) {
      const batch = db.batch();
      for (const key of detectorKeys) batch.delete(db.doc(paths.runDetector(uid, runId, key)));
      batch.delete(db.doc(paths.run(uid, runId)));
      await batch.commit();
    },

    dueSetups: (now, pageSize) =>
      owned(
        storedSetup,
        db
          .collectionGroup(paths.allSetups)
          .where("status", "==", "active")
          .where("nextRunAt", "<=", timestamp(now))
          .orderBy("nextRunAt"),
        pageSize,
      ),

    runsToWake: (now, pageSize) =>
      owned(
        storedRun,
        db
          .collectionGroup(paths.allRuns)
          // Documents without a time to wake hold null there, which sorts before every timestamp.
          .where("wakeAt", ">", Timestamp.fromMillis(0))
          .where("wakeAt", "<=", timestamp(now))
          .orderBy("wakeAt"),
        pageSize,
      ),

    async runsBefore(instant, limit) {
      const { docs } = await db
        .collectionGroup(paths.allRuns)
        .where("createdAt", "<", timestamp(instant))
        .orderBy("createdAt")
        .limit(limit)
        .get();
      return docs.map((doc) => ({ uid: uidOfPath(doc.ref.path), runId: doc.id }));
    },
  };

  async function* owned<T extends z.ZodType>(
    schema: T,
    query: FirebaseFirestore.Query,
    pageSize: number,
  ): AsyncGenerator<OwnedPage<z.output<T>>> {
    for await (const docs of pagesOf(query, pageSize)) {
      const items = withTheirDocuments(schema, docs, logger);
      const readable = new Set(items.map(({ path }) => path));
      yield {
        items: items.map(({ path, record }) => ({ uid: uidOfPath(path), record })),
        unreadable: docs
          .filter(({ ref }) => !readable.has(ref.path))
          .map(({ id, ref }) => ({ uid: uidOfPath(ref.path), id })),
      };
    }
  }
}
