import {
  type CollectionReference,
  type DocumentReference,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { type Deletion, deletionSchema } from "../../features/deletion/deletion-record.js";
import type { DeletionRepository, WorkspaceMembers } from "../../features/deletion/deletion-repository.js";
import { accountDeleted } from "../../features/users/user-errors.js";
import { eachOf } from "../../common/each-of.js";
import { notFound, raise } from "../../common/errors.js";
import type { Logger } from "../../common/logger.js";
import { addressHash, rateLimits, type RateLimitName } from "../../ports/rate-limiter.js";
import {
  deleteDocuments,
  documentOf,
  read,
  readAll,
  readQuery,
  storedInstant,
  timestamp,
} from "./documents.js";
import { paths } from "./paths.js";
import { putAudit, removeMember, storedMember } from "./workspace-repository.js";

const stored = z.looseObject({ requestedAt: storedInstant, nextSweepAt: storedInstant }).pipe(deletionSchema);
const deletionDocument = (deletion: Deletion) => documentOf(deletion, "requestedAt", "nextSweepAt");

/** Firestore accepts 500 writes per batch. */
const batchSize = 400;
const concurrency = 10;

export function firestoreDeletions(db: Firestore, logger: Logger): DeletionRepository {
  const workspaceIn = async (tx: Transaction, id: WorkspaceId): Promise<WorkspaceMembers | null> => {
    const workspace = await tx.get(db.doc(paths.workspace(id)));
    if (!workspace.exists || workspace.get("deletedAt") !== undefined) return null;
    const { docs } = await tx.get(db.collection(paths.members(id)));
    return { id, name: String(workspace.get("name")), members: readAll(storedMember, docs, logger) };
  };
  const openInvitationsIn = async (tx: Transaction, id: WorkspaceId): Promise<DocumentReference[]> =>
    (await tx.get(db.collection(paths.invitations(id)).where("acceptedAt", "==", null))).docs.map(
      ({ ref }) => ref,
    );
  const close = (
    tx: Transaction,
    { id, members }: WorkspaceMembers,
    invitations: readonly DocumentReference[],
    deletedAt: Timestamp,
  ) => {
    tx.set(db.doc(paths.workspace(id)), { deletedAt }, { merge: true });
    for (const { uid } of members) removeMember(db, tx, id, uid);
    for (const invitation of invitations) tx.delete(invitation);
  };
  const put = (tx: Transaction, deletion: Deletion) =>
    tx.set(db.doc(paths.deletion(deletion.id)), deletionDocument(deletion));
  /** Keeps nothing but the deletion mark, so that late writers still find the document marked as deleted. */
  const keepMark = (ref: DocumentReference): Promise<void> =>
    db.runTransaction(async (tx) => {
      if ((await tx.get(ref)).exists) tx.set(ref, { deletedAt: Timestamp.fromMillis(0) });
    });

  return {
    requestWorkspace: (workspaceId, plan) =>
      db.runTransaction(async (tx) => {
        const workspace = (await workspaceIn(tx, workspaceId)) ?? raise(notFound("workspace"));
        const deletion = plan(workspace);
        close(tx, workspace, await openInvitationsIn(tx, workspaceId), timestamp(deletion.requestedAt));
        put(tx, deletion);
        return deletion;
      }),
    requestAccount: (uid, plan) =>
      db.runTransaction(async (tx) => {
        if ((await tx.get(db.doc(paths.user(uid)))).get("deletedAt") !== undefined) throw accountDeleted();
        const memberships = (await tx.get(db.collection(paths.memberships(uid)))).docs;
        const workspaces: WorkspaceMembers[] = [];
        for (const { id } of memberships) {
          const workspace = await workspaceIn(tx, id as WorkspaceId);
          if (workspace) workspaces.push(workspace);
        }
        const { account, workspaces: closed, audit } = plan(workspaces);
        const closedIds = new Set(closed.map(({ workspaceId }) => workspaceId));
        const invitations = new Map<WorkspaceId, DocumentReference[]>();
        for (const id of closedIds) invitations.set(id, await openInvitationsIn(tx, id));
        const deletedAt = timestamp(account.requestedAt);
        for (const workspace of workspaces) {
          if (closedIds.has(workspace.id)) close(tx, workspace, invitations.get(workspace.id)!, deletedAt);
          else {
            removeMember(db, tx, workspace.id, uid);
            putAudit(db, tx, workspace.id, audit(workspace));
          }
        }
        tx.set(db.doc(paths.user(uid)), { deletedAt });
        const deletions = [account, ...closed];
        for (const deletion of deletions) put(tx, deletion);
        return deletions;
      }),
    create: async (deletion) => {
      await db.doc(paths.deletion(deletion.id)).set(deletionDocument(deletion));
    },

    find: async (id) => read(stored, await db.doc(paths.deletion(id)).get()),
    save: (deletion, done) =>
      db.runTransaction(async (tx) => {
        const found = read(stored, await tx.get(db.doc(paths.deletion(deletion.id))));
        if (found?.done.length !== done.length) return false;
        put(tx, deletion);
        return true;
      }),
    due: (now, limit) => {
      const due = db.collection(paths.deletions()).where("nextSweepAt", "<=", timestamp(now));
      return readQuery(stored, due.orderBy("nextSweepAt").limit(limit), logger);
    },
    remove: async (id) => {
      await db.doc(paths.deletion(id)).delete();
    },

    counts: async (workspaceId) => {
      const count = async (collection: string): Promise<number> =>
        (await db.collection(collection).count().get()).data().count;
      const [connections, setups, runs] = await Promise.all([
        count(paths.connections(workspaceId)),
        count(paths.setups(workspaceId)),
        count(paths.runs(workspaceId)),
      ]);
      return { connections, setups, runs };
    },
    purgeWorkspace: async (workspaceId, isLast) => {
      const ref = db.doc(paths.workspace(workspaceId));
      await deleteFound(db.collection(paths.stripeCustomers()).where("workspaceId", "==", workspaceId));
      await deleteFound(db.collection(paths.stripeEvents()).where("workspaceId", "==", workspaceId));
      await deleteBelow(ref);
      await (isLast ? ref.delete() : keepMark(ref));
    },
    purgePerson: async ({ uid, email }, isLast) => {
      const ref = db.doc(paths.user(uid));
      await deleteFound(db.collectionGroup(paths.allTokens).where("createdBy.uid", "==", uid));
      if (email !== null) {
        await deleteFound(db.collectionGroup(paths.allInvitations).where("email", "==", email.toLowerCase()));
        for (const limit of Object.keys(rateLimits) as RateLimitName[])
          await db.doc(paths.rateLimit(addressHash(email), limit)).delete();
      }
      await deleteBelow(ref);
      await (isLast ? ref.delete() : keepMark(ref));
    },
  };

  async function deleteFound(query: Query): Promise<void> {
    for (;;) {
      const { docs } = await query.limit(batchSize).get();
      if (docs.length === 0) return;
      await deleteDocuments(db, docs);
    }
  }

  /** Asks Firestore for the collections, so that a newly introduced one is deleted without being listed here. */
  async function deleteBelow(ref: DocumentReference): Promise<void> {
    for (const collection of await ref.listCollections()) await deleteCollection(collection);
  }

  async function deleteCollection(collection: CollectionReference): Promise<void> {
    // Also finds deleted documents that still have documents below them.
    const refs = await collection.listDocuments();
    const failures: unknown[] = [];
    await eachOf(refs, concurrency, deleteBelow, (_ref, error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    for (let from = 0; from < refs.length; from += batchSize)
      await deleteDocuments(
        db,
        refs.slice(from, from + batchSize).map((ref) => ({ ref })),
      );
  }
}
