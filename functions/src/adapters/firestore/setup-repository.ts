import type { Firestore, Transaction } from "firebase-admin/firestore";
import { setupSchema } from "../../contract/setups.js";
import { connectionNotVerified } from "../../features/connections/connection-errors.js";
import { setupRunActive } from "../../features/setups/setup-errors.js";
import type { SetupRecord, SetupRepository } from "../../features/setups/setup-repository.js";
import { notFound, raise } from "../../shared/errors.js";
import { silentLogger, type Logger } from "../../shared/logger.js";
import { read, readPage, storedInstant, timestamp, timestampOrNull } from "./documents.js";
import { paths } from "./paths.js";

/** Also for the scheduler, whose query reads setups of all tenants. */
export const storedSetup = setupSchema
  .omit({ connection: true })
  .extend({ createdAt: storedInstant, nextRunAt: storedInstant.nullable() });

export function firestoreSetups(db: Firestore, logger: Logger = silentLogger): SetupRepository {
  const ref = (uid: string, id: string) => db.doc(paths.setup(uid, id));
  const find = async (uid: string, id: string) => read(storedSetup, await ref(uid, id).get());
  const getIn = async (tx: Transaction, uid: string, id: string): Promise<SetupRecord> =>
    read(storedSetup, await tx.get(ref(uid, id))) ?? raise(notFound("setup"));
  const checkConnection = async (tx: Transaction, uid: string, connectionId: string): Promise<void> => {
    const connection = await tx.get(db.doc(paths.connection(uid, connectionId)));
    if (!connection.exists) throw notFound("connection");
    if (connection.get("status") !== "verified") throw connectionNotVerified();
  };
  return {
    list: (uid, page) => readPage(db.collection(paths.setups(uid)), storedSetup, page, logger),
    find,
    get: async (uid, id) => (await find(uid, id)) ?? raise(notFound("setup")),

    create: (uid, setup) =>
      db.runTransaction(async (tx) => {
        await checkConnection(tx, uid, setup.connectionId);
        tx.create(ref(uid, setup.id), setupDocument(setup));
      }),

    update: (uid, id, change) =>
      db.runTransaction(async (tx) => {
        const before = await getIn(tx, uid, id);
        const changes = change(before);
        if (changes.connectionId !== undefined) await checkConnection(tx, uid, changes.connectionId);
        const after = { ...before, ...changes };
        tx.set(ref(uid, id), setupDocument(after));
        return after;
      }),

    delete: (uid, id) =>
      db.runTransaction(async (tx) => {
        await getIn(tx, uid, id);
        const runs = db
          .collection(paths.runs(uid))
          .where("setupId", "==", id)
          .where("status", "in", ["pending", "running"])
          .limit(1);
        if (!(await tx.get(runs)).empty) throw setupRunActive();
        tx.delete(ref(uid, id));
      }),
  };
}

export const setupDocument = ({ id: _id, ...setup }: SetupRecord) => ({
  ...setup,
  createdAt: timestamp(setup.createdAt),
  nextRunAt: timestampOrNull(setup.nextRunAt),
});
