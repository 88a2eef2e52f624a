import { FieldPath, FieldValue, type Firestore, type Transaction } from "firebase-admin/firestore";
import { z } from "zod";
import {
  auditEntrySchema,
  invitationSchema,
  roleSchema,
  workspaceIdSchema,
  type AuditEntry,
  type WorkspaceId,
} from "../../contract/workspaces.js";
import type {
  InvitationRecord,
  MemberRecord,
  Membership,
  WorkspaceRepository,
} from "../../features/workspaces/workspace-repository.js";
import type { NewWorkspace } from "../../features/users/user-repository.js";
import { notFound, raise } from "../../common/errors.js";
import type { Logger } from "../../common/logger.js";
import {
  deleteDocuments,
  documentOf,
  isMissingDocument,
  read,
  readAll,
  readPage,
  readQuery,
  storedInstant,
  timestamp,
} from "./documents.js";
import { paths } from "./paths.js";
import { membersRoute, newMembersRoute } from "../../contract/channels/routes.js";

const storedMembership = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  role: roleSchema,
  joinedAt: storedInstant,
  emailNotifications: z.boolean(),
});
export const storedMember = z
  .object({ id: z.string(), role: roleSchema, joinedAt: storedInstant, emailNotifications: z.boolean() })
  .transform(({ id, ...member }): MemberRecord => ({ uid: id, ...member }));
/** `roles` is a copy of the members' roles by uid, so that authorizing a request takes a single read. */
const storedAccess = z.looseObject({
  roles: z.record(z.string(), roleSchema).optional(),
  activeRunId: z.string().nullish(),
  deletedAt: z.unknown().optional(),
});
const storedInvitation = invitationSchema.extend({
  createdAt: storedInstant,
  expiresAt: storedInstant,
  inviterUid: z.string(),
  tokenHash: z.string(),
  acceptedAt: storedInstant.nullable(),
});
const storedAuditEntry = auditEntrySchema.extend({ createdAt: storedInstant });

const memberDocument = ({ uid: _uid, ...member }: MemberRecord) => documentOf(member, "joinedAt");
const invitationDocument = (invitation: InvitationRecord) =>
  documentOf(invitation, "createdAt", "expiresAt", "acceptedAt");
const auditDocument = (entry: AuditEntry) => documentOf(entry, "createdAt");
export const putAudit = (db: Firestore, tx: Transaction, id: WorkspaceId, entry: AuditEntry) =>
  tx.create(db.doc(paths.auditEntry(id, entry.id)), auditDocument(entry));

/** Writes a new workspace with its owner and its first audit entry. Also used in the transaction that creates a person's first workspace. */
export function createWorkspaceIn(
  db: Firestore,
  tx: Transaction,
  { id, name, entry }: NewWorkspace,
  ownerUid: string,
): void {
  const { createdAt } = entry;
  tx.create(db.doc(paths.workspace(id)), { name, createdBy: ownerUid, createdAt: timestamp(createdAt) });
  putMember(
    db,
    tx,
    { id, name },
    { uid: ownerUid, role: "owner", joinedAt: createdAt, emailNotifications: true },
  );
  tx.create(db.doc(paths.route(id, membersRoute.id)), documentOf(newMembersRoute(createdAt)));
  putAudit(db, tx, id, entry);
}

/**
 * Stores a member both in the workspace and with the person, so that listing either side takes one query. The role
 * is also in the workspace's own document.
 */
function putMember(
  db: Firestore,
  tx: Transaction,
  { id, name }: { id: WorkspaceId; name: string },
  member: MemberRecord,
): void {
  tx.set(db.doc(paths.member(id, member.uid)), memberDocument(member));
  tx.set(db.doc(paths.membership(member.uid, id)), { name, ...memberDocument(member) });
  tx.set(db.doc(paths.workspace(id)), { roles: { [member.uid]: member.role } }, { merge: true });
}

/** Deletes every copy of a member. */
export function removeMember(db: Firestore, tx: Transaction, id: WorkspaceId, uid: string): void {
  tx.delete(db.doc(paths.member(id, uid)));
  tx.delete(db.doc(paths.membership(uid, id)));
  tx.set(db.doc(paths.workspace(id)), { roles: { [uid]: FieldValue.delete() } }, { merge: true });
}

export function firestoreWorkspaces(db: Firestore, logger: Logger): WorkspaceRepository {
  const membersIn = async (tx: Transaction, id: WorkspaceId): Promise<MemberRecord[]> =>
    readAll(storedMember, (await tx.get(db.collection(paths.members(id)))).docs, logger);
  const nameIn = async (tx: Transaction, id: WorkspaceId): Promise<string> =>
    nameOf(await tx.get(db.doc(paths.workspace(id))));
  const openInvitations = (id: WorkspaceId) =>
    db.collection(paths.invitations(id)).where("acceptedAt", "==", null);

  return {
    membershipsOf: (uid) =>
      readQuery(storedMembership, db.collection(paths.memberships(uid)).orderBy("joinedAt"), logger),
    findMembership: async (uid, workspaceId): Promise<Membership | null> => {
      if (workspaceId !== null)
        return read(storedMembership, await db.doc(paths.membership(uid, workspaceId)).get());
      const { docs } = await db.collection(paths.memberships(uid)).orderBy("joinedAt").limit(1).get();
      return docs[0] ? read(storedMembership, docs[0]) : null;
    },
    findAccess: async (uid, id) => {
      const { roles, activeRunId, deletedAt } = storedAccess.parse(
        (await db.doc(paths.workspace(id)).get()).data() ?? {},
      );
      const role = deletedAt === undefined && roles && Object.hasOwn(roles, uid) ? roles[uid] : undefined;
      return role === undefined ? null : { id, role, activeRunId: activeRunId ?? null };
    },

    create: (workspace, ownerUid, check) =>
      db.runTransaction(async (tx) => {
        const { docs } = await tx.get(db.collection(paths.memberships(ownerUid)));
        check(readAll(storedMembership, docs, logger));
        createWorkspaceIn(db, tx, workspace, ownerUid);
      }),
    createFirst: (ownerUid, workspace) =>
      db.runTransaction(async (tx) => {
        const user = await tx.get(db.doc(paths.user(ownerUid)));
        const { empty } = await tx.get(db.collection(paths.memberships(ownerUid)).limit(1));
        if (empty && user.exists && user.get("deletedAt") === undefined)
          createWorkspaceIn(db, tx, workspace, ownerUid);
      }),
    name: async (id) => nameOf(await db.doc(paths.workspace(id)).get()),
    rename: (id, name, entry) =>
      db.runTransaction(async (tx) => {
        const members = await membersIn(tx, id);
        await nameIn(tx, id);
        tx.update(db.doc(paths.workspace(id)), { name });
        for (const { uid } of members) tx.update(db.doc(paths.membership(uid, id)), { name });
        putAudit(db, tx, id, entry);
      }),

    members: (id) => readQuery(storedMember, db.collection(paths.members(id)).orderBy("joinedAt"), logger),
    changeMember: (id, uid, change, entry) =>
      db.runTransaction(async (tx) => {
        const members = await membersIn(tx, id);
        const name = await nameIn(tx, id);
        if (!members.some((member) => member.uid === uid)) throw notFound("member");
        const changed = change(members);
        if (changed) putMember(db, tx, { id, name }, changed);
        else removeMember(db, tx, id, uid);
        putAudit(db, tx, id, entry);
      }),
    // No transaction, because its locks would make a member's own requests wait for each other.
    setEmailNotifications: async (id, uid, isOn) => {
      const change = { emailNotifications: isOn };
      const batch = db.batch();
      batch.update(db.doc(paths.member(id, uid)), change);
      batch.update(db.doc(paths.membership(uid, id)), change);
      await batch.commit().catch((error: unknown) => {
        throw isMissingDocument(error) ? notFound("member") : error;
      });
    },

    invitations: async (id) => newestFirst(await readQuery(storedInvitation, openInvitations(id), logger)),
    findInvitation: async (id, invitationId) =>
      read(storedInvitation, await db.doc(paths.invitation(id, invitationId)).get()),
    saveInvitation: (id, invitation, check, entry) =>
      db.runTransaction(async (tx) => {
        const members = await membersIn(tx, id);
        const open = readAll(storedInvitation, (await tx.get(openInvitations(id))).docs, logger);
        check(members, open);
        // One open invitation per address: a second one replaces the first.
        for (const other of open)
          if (other.email === invitation.email && other.id !== invitation.id)
            tx.delete(db.doc(paths.invitation(id, other.id)));
        tx.set(db.doc(paths.invitation(id, invitation.id)), invitationDocument(invitation));
        putAudit(db, tx, id, entry);
      }),
    deleteInvitation: (id, invitationId, entry) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.invitation(id, invitationId));
        if (!(await tx.get(ref)).exists) throw notFound("invitation");
        tx.delete(ref);
        putAudit(db, tx, id, entry);
      }),
    acceptInvitation: (id, invitationId, decide, entry) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.invitation(id, invitationId));
        const invitation = read(storedInvitation, await tx.get(ref));
        const member = decide(invitation, await membersIn(tx, id));
        const name = await nameIn(tx, id);
        putMember(db, tx, { id, name }, member);
        tx.update(ref, { acceptedAt: timestamp(member.joinedAt) });
        putAudit(db, tx, id, entry);
      }),

    appendAudit: async (id, entry) => {
      await db.doc(paths.auditEntry(id, entry.id)).create(auditDocument(entry));
    },
    audit: (id, { since, until, ...page }) => {
      let entries: FirebaseFirestore.Query = db.collection(paths.audit(id));
      if (since !== undefined) entries = entries.where("createdAt", ">=", timestamp(since));
      if (until !== undefined) entries = entries.where("createdAt", "<", timestamp(until));
      return readPage(entries, storedAuditEntry, page, logger);
    },
    auditAfter: (id, after, before, limit) => {
      const from = timestamp(after.createdAt);
      const entries = db
        .collection(paths.audit(id))
        .where("createdAt", "<", timestamp(before))
        .orderBy("createdAt")
        .orderBy(FieldPath.documentId());
      const rest = after.id === null ? entries.startAt(from) : entries.startAfter(from, after.id);
      return readQuery(storedAuditEntry, rest.limit(limit), logger);
    },
    deleteOld: async (before, limit) => {
      const entries = db.collectionGroup(paths.allAudits).where("createdAt", "<", timestamp(before.audit));
      const invitations = db
        .collectionGroup(paths.allInvitations)
        .where("expiresAt", "<", timestamp(before.invitations));
      const found = await Promise.all([entries, invitations].map((query) => query.limit(limit).get()));
      return deleteDocuments(
        db,
        found.flatMap(({ docs }) => docs),
      );
    },
  };
}

/** A workspace that is being deleted no longer has a name. */
const nameOf = (snapshot: FirebaseFirestore.DocumentSnapshot): string =>
  (snapshot.get("deletedAt") === undefined ? (snapshot.get("name") as string | undefined) : undefined) ??
  raise(notFound("workspace"));

const newestFirst = <T extends { createdAt: string }>(records: T[]): T[] =>
  records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
