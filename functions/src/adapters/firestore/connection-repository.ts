import type { Firestore, Transaction } from "firebase-admin/firestore";
import { z } from "zod";
import { connectionSchema } from "../../contract/connections.js";
import { changed, isOtherProject } from "../../features/connections/changed.js";
import { connectionInUse } from "../../features/connections/connection-errors.js";
import type {
  ConnectionRecord,
  ConnectionRepository,
} from "../../features/connections/connection-repository.js";
import { notFound, raise } from "../../shared/errors.js";
import { silentLogger, type Logger } from "../../shared/logger.js";
import { read, readAll, readPage, storedInstant, timestamp, timestampOrNull } from "./documents.js";
import { paths } from "./paths.js";

/** Also for runs, whose start checks the connection. */
export const storedConnection = connectionSchema.extend({
  lastVerifiedAt: storedInstant.nullable(),
  createdAt: storedInstant,
  secret: z.object({ keyId: z.string(), iv: z.string(), tag: z.string(), data: z.string() }),
  revision: z.number().int(),
});

export function firestoreConnections(db: Firestore, logger: Logger = silentLogger): ConnectionRepository {
  const ref = (uid: string, id: string) => db.doc(paths.connection(uid, id));
  const find = async (uid: string, id: string) => read(storedConnection, await ref(uid, id).get());
  const getIn = async (tx: Transaction, uid: string, id: string): Promise<ConnectionRecord> =>
    read(storedConnection, await tx.get(ref(uid, id))) ?? raise(notFound("connection"));
  const assertUnused = async (tx: Transaction, uid: string, id: string): Promise<void> => {
    await getIn(tx, uid, id);
    const users = db.collection(paths.setups(uid)).where("connectionId", "==", id).limit(1);
    if (!(await tx.get(users)).empty) throw connectionInUse();
  };
  /** Without its state an inventory is not found; its parts are deleted by `SchemaRepository.deleteAll`. */
  const forgetNames = (tx: Transaction, uid: string, id: string): void => {
    tx.delete(db.doc(paths.schemaState(uid, id)));
    tx.delete(db.doc(paths.schemaExclusions(uid, id)));
  };
  return {
    list: (uid, page) => readPage(db.collection(paths.connections(uid)), storedConnection, page, logger),
    find,
    get: async (uid, id) => (await find(uid, id)) ?? raise(notFound("connection")),

    async findVerified(uid) {
      const { docs } = await db
        .collection(paths.connections(uid))
        .where("status", "==", "verified")
        .limit(100)
        .get();
      const records = readAll(storedConnection, docs, logger);
      return records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
    },

    create: async (uid, record) => {
      await ref(uid, record.id).create(toDocument(record));
    },

    update: (uid, id, change) =>
      db.runTransaction(async (tx) => {
        const before = await getIn(tx, uid, id);
        const after = changed(before, change);
        tx.set(ref(uid, id), toDocument(after));
        if (isOtherProject(before, after)) forgetNames(tx, uid, id);
        return { before, after };
      }),

    applyVerification: (uid, id, revision, outcome) =>
      db.runTransaction(async (tx) => {
        const before = read(storedConnection, await tx.get(ref(uid, id)));
        if (before === null || before.revision !== revision) return before;
        const after = { ...before, ...(typeof outcome === "function" ? outcome(before) : outcome) };
        tx.set(ref(uid, id), toDocument(after));
        return after;
      }),

    assertUnused: (uid, id) => db.runTransaction((tx) => assertUnused(tx, uid, id), { readOnly: true }),

    delete: (uid, id) =>
      db.runTransaction(async (tx) => {
        await assertUnused(tx, uid, id);
        tx.delete(ref(uid, id));
        forgetNames(tx, uid, id);
      }),
  };
}

const toDocument = ({ id: _id, ...record }: ConnectionRecord) => ({
  ...record,
  createdAt: timestamp(record.createdAt),
  lastVerifiedAt: timestampOrNull(record.lastVerifiedAt),
});
