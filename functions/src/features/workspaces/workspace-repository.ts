import type {
  AuditEntry,
  AuditFilter,
  Invitation,
  Role,
  Workspace,
  WorkspaceId,
} from "../../contract/workspaces.js";
import type { NewWorkspace } from "../users/user-repository.js";
import type { Page, PageRequest } from "../../common/page.js";

/** One person's membership in a workspace. */
export type Membership = Workspace & { joinedAt: string };

/**
 * What a request needs to know about its workspace. `activeRunId` is missing if the workspace's document was
 * not read.
 */
export type WorkspaceAccess = { id: WorkspaceId; role: Role; activeRunId?: string | null };

export type MemberRecord = { uid: string; role: Role; joinedAt: string; emailNotifications: boolean };

/** An invitation as stored. Only the email contains the token; the stored hash verifies it. */
export type InvitationRecord = Invitation & {
  inviterUid: string;
  tokenHash: string;
  acceptedAt: string | null;
};

export interface WorkspaceRepository {
  /** A person's workspaces, in the order they joined. */
  membershipsOf(uid: string): Promise<Membership[]>;
  /** Reads one document. For a null `workspaceId`, returns the workspace joined first. */
  findMembership(uid: string, workspaceId: WorkspaceId | null): Promise<Membership | null>;
  /** Reads one document, the workspace's: the member's role and what polling needs. Null for non-members. */
  findAccess(uid: string, workspaceId: WorkspaceId): Promise<WorkspaceAccess | null>;

  /** Creates the workspace with its first owner. `check` gets the person's workspaces and may refuse by throwing. */
  create(workspace: NewWorkspace, ownerUid: string, check: (existing: Membership[]) => void): Promise<void>;
  /** Creates a workspace for a person who has none; does nothing if they have one by now. */
  createFirst(ownerUid: string, workspace: NewWorkspace): Promise<void>;
  /** @throws AppError `not-found`, also for a workspace that is being deleted */
  name(workspaceId: WorkspaceId): Promise<string>;
  rename(workspaceId: WorkspaceId, name: string, entry: AuditEntry): Promise<void>;

  /** In the order they joined. */
  members(workspaceId: WorkspaceId): Promise<MemberRecord[]>;
  /**
   * Changes one member in a transaction. `change` gets all members and may refuse by throwing. It returns the
   * changed member, or null to remove them.
   */
  changeMember(
    workspaceId: WorkspaceId,
    uid: string,
    change: (members: MemberRecord[]) => MemberRecord | null,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` if the person is not a member */
  setEmailNotifications(workspaceId: WorkspaceId, uid: string, isOn: boolean): Promise<void>;

  /** Pending and expired invitations, newest first; not accepted ones. */
  invitations(workspaceId: WorkspaceId): Promise<InvitationRecord[]>;
  findInvitation(workspaceId: WorkspaceId, id: string): Promise<InvitationRecord | null>;
  /**
   * Stores an invitation in a transaction. `check` gets the members and open invitations and may refuse by
   * throwing.
   */
  saveInvitation(
    workspaceId: WorkspaceId,
    invitation: InvitationRecord,
    check: (members: MemberRecord[], open: InvitationRecord[]) => void,
    entry: AuditEntry,
  ): Promise<void>;
  /** @throws AppError `not-found` */
  deleteInvitation(workspaceId: WorkspaceId, id: string, entry: AuditEntry): Promise<void>;
  /**
   * Adds the member and marks the invitation accepted, in one transaction. `decide` may refuse by throwing.
   */
  acceptInvitation(
    workspaceId: WorkspaceId,
    id: string,
    decide: (invitation: InvitationRecord | null, members: MemberRecord[]) => MemberRecord,
    entry: AuditEntry,
  ): Promise<void>;

  appendAudit(workspaceId: WorkspaceId, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  audit(
    workspaceId: WorkspaceId,
    page: PageRequest & Pick<AuditFilter, "since" | "until">,
  ): Promise<Page<AuditEntry>>;
  /** Oldest first, without those from `before` on. With `after.id` null, entries of that instant are included. */
  auditAfter(
    workspaceId: WorkspaceId,
    after: { createdAt: string; id: string | null },
    before: string,
    limit: number,
  ): Promise<AuditEntry[]>;

  /**
   * Deletes audit log entries and ended invitations of all workspaces that are older than these instants.
   * @returns how many were deleted; if `limit` or more, there may be others
   */
  deleteOld(before: { audit: string; invitations: string }, limit: number): Promise<number>;
}
