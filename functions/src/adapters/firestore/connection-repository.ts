import type { Firestore, Transaction } from "firebase-admin/firestore";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { z } from "zod";
import { connectionSchema } from "../../contract/connections.js";
import { annotationStateSchema } from "../../features/connections/annotation-state.js";
import { applyConnectionEdit, isOtherProject } from "../../features/connections/connection-record.js";
import { sealedSecretSchema } from "../../features/connections/secret-box.js";
import { connectionInUse } from "../../features/connections/connection-errors.js";
import type {
  ConnectionRecord,
  ConnectionRepository,
} from "../../features/connections/connection-repository.js";
import { notFound, raise } from "../../common/errors.js";
import { silentLogger, type Logger } from "../../common/logger.js";
import {
  assertRoomFor,
  documentOf,
  read,
  readQuery,
  readPage,
  readSealedWithOtherKeys,
  storedInstant,
} from "./documents.js";
import { paths } from "./paths.js";

/** Also used for runs, which check the connection when they start. */
export const storedConnection = connectionSchema.extend({
  lastVerifiedAt: storedInstant.nullable(),
  createdAt: storedInstant,
  secret: sealedSecretSchema,
  revision: z.number().int(),
  annotations: annotationStateSchema.nullable(),
});

export function firestoreConnections(db: Firestore, logger: Logger = silentLogger): ConnectionRepository {
  const ref = (workspaceId: WorkspaceId, id: string) => db.doc(paths.connection(workspaceId, id));
  const find = async (workspaceId: WorkspaceId, id: string) =>
    read(storedConnection, await ref(workspaceId, id).get());
  const getIn = async (tx: Transaction, workspaceId: WorkspaceId, id: string): Promise<ConnectionRecord> =>
    read(storedConnection, await tx.get(ref(workspaceId, id))) ?? raise(notFound("connection"));
  const assertUnused = async (tx: Transaction, workspaceId: WorkspaceId, id: string): Promise<void> => {
    await getIn(tx, workspaceId, id);
    const users = db.collection(paths.setups(workspaceId)).where("connectionId", "==", id).limit(1);
    if (!(await tx.get(users)).empty) throw connectionInUse();
  };
  /** Without its state, the inventory can't be found; `SchemaRepository.deleteAll` deletes its parts. */
  const deleteSchemaState = (tx: Transaction, workspaceId: WorkspaceId, id: string): void => {
    tx.delete(db.doc(paths.schemaState(workspaceId, id)));
    tx.delete(db.doc(paths.schemaExclusions(workspaceId, id)));
    tx.delete(db.doc(paths.schemaNameDecisions(workspaceId, id)));
  };
  return {
    list: (workspaceId, page) =>
      readPage(db.collection(paths.connections(workspaceId)), storedConnection, page, logger),
    find,
    get: async (workspaceId, id) => (await find(workspaceId, id)) ?? raise(notFound("connection")),

    async findVerified(workspaceId) {
      const verified = db.collection(paths.connections(workspaceId)).where("status", "==", "verified");
      const records = await readQuery(storedConnection, verified.limit(100), logger);
      return records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0] ?? null;
    },

    create: (workspaceId, record) =>
      db.runTransaction(async (tx) => {
        await assertRoomFor(tx, db.collection(paths.connections(workspaceId)), "connections");
        tx.create(ref(workspaceId, record.id), toDocument(record));
      }),

    update: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const before = await getIn(tx, workspaceId, id);
        const after = applyConnectionEdit(before, change);
        tx.set(ref(workspaceId, id), toDocument(after));
        if (isOtherProject(before, after)) deleteSchemaState(tx, workspaceId, id);
        return { before, after };
      }),

    applyVerification: (workspaceId, id, revision, outcome) =>
      db.runTransaction(async (tx) => {
        const before = read(storedConnection, await tx.get(ref(workspaceId, id)));
        if (before === null || before.revision !== revision) return before;
        const after = { ...before, ...(typeof outcome === "function" ? outcome(before) : outcome) };
        tx.set(ref(workspaceId, id), toDocument(after));
        return after;
      }),

    changeAnnotations: (workspaceId, id, change) =>
      db.runTransaction(async (tx) => {
        const before = read(storedConnection, await tx.get(ref(workspaceId, id)));
        const annotations = before && change(before);
        if (annotations) tx.update(ref(workspaceId, id), { annotations });
        return before && { ...before, annotations: annotations ?? before.annotations };
      }),

    sealedWithOtherKeys: (keyId, limit) =>
      readSealedWithOtherKeys(
        db.collectionGroup(paths.allConnections),
        storedConnection,
        keyId,
        limit,
        logger,
      ),

    replaceSecret: (workspaceId, id, before, after) =>
      db.runTransaction(async (tx) => {
        const stored = read(storedConnection, await tx.get(ref(workspaceId, id)));
        if (stored?.secret.data === before.data && stored.secret.keyId === before.keyId)
          tx.update(ref(workspaceId, id), { secret: after });
      }),

    assertUnused: (workspaceId, id) =>
      db.runTransaction((tx) => assertUnused(tx, workspaceId, id), { readOnly: true }),

    delete: (workspaceId, id) =>
      db.runTransaction(async (tx) => {
        await assertUnused(tx, workspaceId, id);
        tx.delete(ref(workspaceId, id));
        deleteSchemaState(tx, workspaceId, id);
      }),
  };
}

const toDocument = (record: ConnectionRecord) => documentOf(record, "createdAt", "lastVerifiedAt");
