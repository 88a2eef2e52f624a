import type { AuditEntry, Invitation, Role, Workspace, WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";

/** A workspace as one person belongs to it. */
export type Membership = Workspace & { joinedAt: string };

/** What a request needs to know of its workspace. `activeRunId` is missing where the workspace's document was not read. */
export type WorkspaceAccess = { id: WorkspaceId; role: Role; activeRunId?: string | null };

export type MemberRecord = { uid: string; role: Role; joinedAt: string; emailNotifications: boolean };

/** The token itself is only in the email; the stored hash recognizes it. */
export type InvitationRecord = Invitation & { tokenHash: string; acceptedAt: string | null };

export interface WorkspaceRepository {
  /** A person's workspaces, the one joined first in front. */
  membershipsOf(uid: string): Promise<Membership[]>;
  /** One document read. `null` asks for the workspace joined first. */
  findMembership(uid: string, workspaceId: WorkspaceId | null): Promise<Membership | null>;
  /** One document read, of the workspace: a member's role, and what a poll asks for. Null for whoever is no member. */
  findAccess(uid: string, workspaceId: WorkspaceId): Promise<WorkspaceAccess | null>;

  /** Creates the workspace with its first owner. */
  create(workspace: { id: WorkspaceId; name: string }, ownerUid: string, createdAt: string): Promise<void>;
  /** Creates a workspace for a person who has none; nothing happens when they have one by now. */
  createFirst(
    ownerUid: string,
    workspace: { id: WorkspaceId; name: string; createdAt: string },
  ): Promise<void>;
  /** @throws AppError `not-found` also for one that is being deleted */
  name(workspaceId: WorkspaceId): Promise<string>;
  rename(workspaceId: WorkspaceId, name: string, entry: AuditEntry): Promise<void>;

  /** In the order in which they joined. */
  members(workspaceId: WorkspaceId): Promise<MemberRecord[]>;
  /**
   * Changes one member in a transaction. `change` sees all members and may refuse by throwing.
   * It returns the member as it shall be, or null to remove it.
   */
  changeMember(
    workspaceId: WorkspaceId,
    uid: string,
    change: (members: MemberRecord[]) => MemberRecord | null,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` when the person is no member */
  setEmailNotifications(workspaceId: WorkspaceId, uid: string, isOn: boolean): Promise<void>;

  /** Pending and expired ones, newest first; accepted ones are left out. */
  invitations(workspaceId: WorkspaceId): Promise<InvitationRecord[]>;
  findInvitation(workspaceId: WorkspaceId, id: string): Promise<InvitationRecord | null>;
  /**
   * Stores an invitation in a transaction. `check` sees the members and the open invitations and may refuse by throwing.
   */
  saveInvitation(
    workspaceId: WorkspaceId,
    invitation: InvitationRecord,
    check: (members: MemberRecord[], open: InvitationRecord[]) => void,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` */
  deleteInvitation(workspaceId: WorkspaceId, id: string, entry: AuditEntry): Promise<void>;
  /** Makes the person a member and the invitation accepted, in one transaction. `decide` may refuse by throwing. */
  acceptInvitation(
    workspaceId: WorkspaceId,
    id: string,
    decide: (invitation: InvitationRecord | null, members: MemberRecord[]) => MemberRecord,
    entry: AuditEntry,
  ): Promise<void>;

  appendAudit(workspaceId: WorkspaceId, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  audit(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<AuditEntry>>;

  /**
   * Deletes entries of audit logs, and invitations that ended, from before these instants, of all workspaces.
   * @returns how many were deleted; when it is `limit` or more, there may be others
   */
  deleteOld(before: { audit: string; invitations: string }, limit: number): Promise<number>;
}
