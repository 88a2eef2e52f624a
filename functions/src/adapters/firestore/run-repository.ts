import { FieldValue, type Firestore, type Transaction } from "firebase-admin/firestore";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { z } from "zod";
import { detectorKeys } from "../../contract/detectors.js";
import type { RunRecord } from "../../features/runs/run-record.js";
import type { RunRepository, RunTransaction } from "../../features/runs/run-repository.js";
import { usageDocument } from "./billing-documents.js";
import { AppError } from "../../common/errors.js";
import { silentLogger, type Logger } from "../../common/logger.js";
import { storedConnection } from "./connection-repository.js";
import {
  createdBefore,
  dueRecordPages,
  read,
  readAll,
  readPage,
  readQuery,
  timestampOrNull,
} from "./documents.js";
import { paths, workspaceIdOfPath } from "./paths.js";
import {
  detectorDocument,
  readRawState,
  readAccount,
  runDocument,
  shownFields,
  storedDetector,
  storedRun,
  storedShownRun,
} from "./run-documents.js";
import { storedSetup } from "./setup-repository.js";

/** The client waits longer before each attempt. If all of them fail, the caller gets `unavailable` and may retry. */
const maxAttempts = 5;
/** How many documents to read when looking for one run: if the first is unreadable, the next is used. */
const triedDocuments = 3;
const freeRunsSchema = z.object({ holders: z.array(z.string()) });
/** gRPC's ABORTED: the transaction conflicted with others. */
const aborted = 10;

export function firestoreRuns(db: Firestore, logger: Logger = silentLogger): RunRepository {
  const runsOf = (workspaceId: WorkspaceId, setupId?: string) => {
    const runs: FirebaseFirestore.Query = db.collection(paths.runs(workspaceId));
    return setupId === undefined ? runs : runs.where("setupId", "==", setupId);
  };
  const waiting = (workspaceId: WorkspaceId) =>
    runsOf(workspaceId)
      .where("status", "==", "pending")
      .where("holdsSlot", "==", false)
      .orderBy("createdAt")
      .limit(triedDocuments);

  const transactionOf = (workspaceId: WorkspaceId, tx: Transaction): RunTransaction => {
    const first = async (query: FirebaseFirestore.Query): Promise<RunRecord | null> => {
      const { docs } = await tx.get(query);
      return readAll(storedRun, docs, logger)[0] ?? null;
    };
    return {
      account: async () => readAccount((await tx.get(db.doc(paths.workspace(workspaceId)))).data()),
      setup: async (id) => read(storedSetup, await tx.get(db.doc(paths.setup(workspaceId, id)))),
      connection: async (id) =>
        read(storedConnection, await tx.get(db.doc(paths.connection(workspaceId, id)))),
      run: async (id) => read(storedRun, await tx.get(db.doc(paths.run(workspaceId, id)))),
      rawState: async (id) => readRawState(await tx.get(db.doc(paths.run(workspaceId, id)))),
      freeRunHolders: async (project) => {
        const stored = await tx.get(db.doc(paths.freeRuns(project)));
        return stored.exists ? freeRunsSchema.parse(stored.data()).holders : [];
      },
      oldestQueuedRun: () => first(waiting(workspaceId)),
      queuedRunOf: (setupId) => first(waiting(workspaceId).where("setupId", "==", setupId)),

      // Writes only these fields, because the document also has the workspace's name, roles and Stripe customer.
      saveAccount: (change) => tx.set(db.doc(paths.workspace(workspaceId)), change, { merge: true }),
      saveRun: (run) => tx.set(db.doc(paths.run(workspaceId, run.id)), runDocument(run)),
      saveFields: (runId, fields) =>
        tx.set(db.doc(paths.run(workspaceId, runId)), runDocument(fields), {
          mergeFields: Object.keys(fields),
        }),
      deleteRun: (runId) => tx.delete(db.doc(paths.run(workspaceId, runId))),
      saveDetector: (runId, detector) =>
        tx.set(db.doc(paths.runDetector(workspaceId, runId, detector.id)), detectorDocument(detector)),
      saveUsage: (usage) => tx.set(db.doc(paths.usage(workspaceId, usage.runId)), usageDocument(usage)),
      changeSetup: (setupId, { nextRunAt, ...change }) =>
        tx.update(db.doc(paths.setup(workspaceId, setupId)), {
          ...change,
          ...(nextRunAt === undefined ? {} : { nextRunAt: timestampOrNull(nextRunAt) }),
        }),
      addFreeRunHolder: (project, holder) =>
        tx.set(db.doc(paths.freeRuns(project)), { holders: FieldValue.arrayUnion(holder) }, { merge: true }),
    };
  };

  return {
    async transact(workspaceId, work) {
      try {
        return await db.runTransaction((tx) => work(transactionOf(workspaceId, tx)), { maxAttempts });
      } catch (error) {
        if ((error as { code?: unknown }).code !== aborted) throw error;
        throw new AppError("unavailable", "Other transactions kept changing the workspace's documents.", {
          cause: error,
        });
      }
    },
    readTransaction: (workspaceId, work) =>
      db.runTransaction((tx) => work(transactionOf(workspaceId, tx)), { readOnly: true }),
    find: async (workspaceId, runId) => read(storedRun, await db.doc(paths.run(workspaceId, runId)).get()),
    list: (workspaceId, page, setupId) => readPage(runsOf(workspaceId, setupId), storedRun, page, logger),
    listShown: (workspaceId, page, setupId) =>
      readPage(runsOf(workspaceId, setupId).select(...shownFields), storedShownRun, page, logger),
    account: async (workspaceId) => readAccount((await db.doc(paths.workspace(workspaceId)).get()).data()),

    async detectors(workspaceId, runId) {
      const found = await readQuery(
        storedDetector,
        db.collection(paths.runDetectors(workspaceId, runId)),
        logger,
      );
      return detectorKeys.flatMap((key) => found.find(({ id }) => id === key) ?? []);
    },
    findDetector: async (workspaceId, runId, key) =>
      read(storedDetector, await db.doc(paths.runDetector(workspaceId, runId, key)).get()),

    async findLatestReport(workspaceId, setupId) {
      const reports = runsOf(workspaceId, setupId)
        // Runs without a report have null there.
        .where("lastTestedDay", ">", "")
        .orderBy("lastTestedDay", "desc")
        .orderBy("createdAt", "desc");
      return (await readQuery(storedRun, reports.limit(triedDocuments), logger))[0] ?? null;
    },

    async showing(workspaceId, runId) {
      const [run, repeats] = await Promise.all([
        db.doc(paths.run(workspaceId, runId)).get(),
        runsOf(workspaceId).where("repeats", "==", runId).select().get(),
      ]);
      return [...(run.exists ? [runId] : []), ...repeats.docs.map(({ id }) => id)];
    },
    async delete(workspaceId, runId, results) {
      const batch = db.batch();
      if (results !== null)
        for (const key of detectorKeys) batch.delete(db.doc(paths.runDetector(workspaceId, results, key)));
      batch.delete(db.doc(paths.run(workspaceId, runId)));
      await batch.commit();
    },

    dueSetups: (now, pageSize) =>
      dueRecordPages(
        storedSetup,
        db.collectionGroup(paths.allSetups).where("status", "==", "active"),
        "nextRunAt",
        now,
        pageSize,
        logger,
      ),

    runsDueForSweep: (now, pageSize) =>
      dueRecordPages(storedRun, db.collectionGroup(paths.allRuns), "nextSweepAt", now, pageSize, logger),

    runsBefore: async (instant, limit) =>
      (await createdBefore(db.collectionGroup(paths.allRuns), instant, limit)).map((doc) => ({
        workspaceId: workspaceIdOfPath(doc.ref.path),
        run: { id: doc.id, repeats: (doc.get("repeats") as string | undefined) ?? null },
      })),
  };
}
