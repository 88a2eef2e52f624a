import { membersRoute, newMembersRoute } from "../../contract/channels/routes.js";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";
import type {
  InvitationRecord,
  MemberRecord,
  Membership,
  WorkspaceRepository,
} from "../../features/workspaces/workspace-repository.js";
import type { NewWorkspace } from "../../features/users/user-repository.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

type WorkspaceRecord = { id: WorkspaceId; name: string; createdBy: string; createdAt: string };

/** Writes a new workspace with its owner and the first entry of its audit log. */
export function createMemoryWorkspace(
  db: MemoryDatabase,
  { id, name, entry }: NewWorkspace,
  ownerUid: string,
): void {
  const { createdAt } = entry;
  db.set<WorkspaceRecord>(id, "workspace", id, { id, name, createdBy: ownerUid, createdAt });
  putMember(db, id, { uid: ownerUid, role: "owner", joinedAt: createdAt, emailNotifications: true });
  db.set(id, "routes", membersRoute.id, newMembersRoute(createdAt));
  db.set(id, "audit", entry.id, entry);
}

/** Adds or replaces a member of a workspace. */
export const putMember = (db: MemoryDatabase, id: WorkspaceId, member: MemberRecord): void => {
  db.set(id, "members", member.uid, member);
  db.set(member.uid, "memberships", id, id);
};

/** Stores workspaces, members and invitations. Nothing is awaited inside a method, so each one is atomic. */
export function memoryWorkspaces(db: MemoryDatabase): WorkspaceRepository {
  const get = (id: WorkspaceId) =>
    db.get<WorkspaceRecord>(id, "workspace", id) ?? raise(notFound("workspace"));
  const members = (id: WorkspaceId) => db.all<MemberRecord>(id, "members").sort(byJoining);
  const open = (id: WorkspaceId) =>
    db
      .all<InvitationRecord>(id, "invitations")
      .filter(({ acceptedAt }) => acceptedAt === null)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const audit = (id: WorkspaceId, entry: AuditEntry) => db.set(id, "audit", entry.id, entry);
  const membershipsOf = (uid: string): Membership[] =>
    db
      .all<WorkspaceId>(uid, "memberships")
      .map((id) => {
        const { uid: _uid, ...member } = db.get<MemberRecord>(id, "members", uid)!;
        return { id, name: get(id).name, ...member };
      })
      .sort(byJoining);
  return {
    membershipsOf: async (uid) => membershipsOf(uid),
    findMembership: async (uid, id) =>
      membershipsOf(uid).find((membership) => id === null || membership.id === id) ?? null,
    findAccess: async (uid, id) => {
      const member = db.get<MemberRecord>(id, "members", uid);
      const account = db.get<{ activeRunId: string | null }>(id, "account", id);
      return member && { id, role: member.role, activeRunId: account?.activeRunId ?? null };
    },
    create: async (workspace, ownerUid, check) => {
      check(membershipsOf(ownerUid));
      createMemoryWorkspace(db, workspace, ownerUid);
    },
    createFirst: async (uid, workspace) => {
      if (db.get(uid, "user", uid) && db.all(uid, "memberships").length === 0)
        createMemoryWorkspace(db, workspace, uid);
    },
    name: async (id) => get(id).name,
    rename: async (id, name, entry) => {
      db.set(id, "workspace", id, { ...get(id), name });
      audit(id, entry);
    },
    members: async (id) => members(id),
    changeMember: async (id, uid, change, entry) => {
      const before = members(id);
      if (!before.some((member) => member.uid === uid)) throw notFound("member");
      const changed = change(before);
      if (changed) putMember(db, id, changed);
      else {
        db.delete(id, "members", uid);
        db.delete(uid, "memberships", id);
      }
      audit(id, entry);
    },
    setEmailNotifications: async (id, uid, isOn) => {
      const member = db.get<MemberRecord>(id, "members", uid) ?? raise(notFound("member"));
      db.set(id, "members", uid, { ...member, emailNotifications: isOn });
    },
    invitations: async (id) => open(id),
    findInvitation: async (id, invitationId) => db.get<InvitationRecord>(id, "invitations", invitationId),
    saveInvitation: async (id, invitation, check, entry) => {
      check(members(id), open(id));
      for (const other of open(id))
        if (other.email === invitation.email) db.delete(id, "invitations", other.id);
      db.set(id, "invitations", invitation.id, invitation);
      audit(id, entry);
    },
    deleteInvitation: async (id, invitationId, entry) => {
      if (!db.get(id, "invitations", invitationId)) throw notFound("invitation");
      db.delete(id, "invitations", invitationId);
      audit(id, entry);
    },
    acceptInvitation: async (id, invitationId, decide, entry) => {
      const invitation = db.get<InvitationRecord>(id, "invitations", invitationId);
      const member = decide(invitation, members(id));
      putMember(db, id, member);
      db.set(id, "invitations", invitationId, { ...invitation!, acceptedAt: member.joinedAt });
      audit(id, entry);
    },
    appendAudit: async (id, entry) => audit(id, entry),
    audit: async (id, { since, until, ...page }) =>
      memoryPage(
        db
          .all<AuditEntry>(id, "audit")
          .filter(
            ({ createdAt }) =>
              (since === undefined || createdAt >= since) && (until === undefined || createdAt < until),
          ),
        page,
      ),
    auditAfter: async (id, after, before, limit) =>
      db
        .all<AuditEntry>(id, "audit")
        .filter(
          (one) =>
            one.createdAt < before &&
            (one.createdAt > after.createdAt ||
              (one.createdAt === after.createdAt && (after.id === null || one.id > after.id))),
        )
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    deleteOld: async (before) => {
      let deleted = 0;
      const remove = (id: string, collection: string, key: string) => {
        db.delete(id, collection, key);
        deleted++;
      };
      const entries = db.everyones<AuditEntry>("audit", ({ createdAt }) => createdAt < before.audit);
      for (const { workspaceId, record } of entries) remove(workspaceId, "audit", record.id);
      const ended = db.everyones<InvitationRecord>(
        "invitations",
        ({ expiresAt }) => expiresAt < before.invitations,
      );
      for (const { workspaceId, record } of ended) remove(workspaceId, "invitations", record.id);
      return deleted;
    },
  };
}

const byJoining = (a: { joinedAt: string }, b: { joinedAt: string }): number =>
  a.joinedAt.localeCompare(b.joinedAt);
