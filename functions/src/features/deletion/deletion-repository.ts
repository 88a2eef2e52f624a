import type { WorkspaceCounts } from "../../contract/account.js";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";
import type { MemberRecord } from "../workspaces/workspace-repository.js";
import type { Deletion, DeletionOf } from "./deletion-record.js";

/** A workspace as the checks before a deletion see it. */
export type WorkspaceMembers = { id: WorkspaceId; name: string; members: MemberRecord[] };

export interface DeletionRepository {
  /**
   * Records that a workspace is to be deleted, and closes it in the same transaction: it has no members or
   * open invitations anymore, and no run can start. `plan` may refuse by throwing.
   * @throws AppError `not-found`
   */
  requestWorkspace(
    workspaceId: WorkspaceId,
    plan: (workspace: WorkspaceMembers) => DeletionOf<"workspace">,
  ): Promise<DeletionOf<"workspace">>;
  /**
   * Records that an account is to be deleted and closes it in the same transaction: its record is removed for
   * good, the workspaces in the plan are closed and all other memberships end. `plan` may refuse by throwing.
   * @throws AppError `unauthenticated` if it has been recorded before
   */
  requestAccount(
    uid: string,
    plan: (workspaces: WorkspaceMembers[]) => AccountDeletionPlan,
  ): Promise<Deletion[]>;
  create(deletion: Deletion): Promise<void>;

  find(id: string): Promise<Deletion | null>;
  /**
   * Replaces the record, which this caller has read with these steps `done`.
   * @returns false if another worker has done more since, or all
   */
  save(deletion: Deletion, done: Deletion["done"]): Promise<boolean>;
  /** Records whose `nextSweepAt` has come, earliest first. */
  due(now: string, limit: number): Promise<Deletion[]>;
  remove(id: string): Promise<void>;

  counts(workspaceId: WorkspaceId): Promise<WorkspaceCounts>;
  /**
   * Deletes every document below a workspace, in any collection, and references to it elsewhere. Unless
   * `isLast`, the workspace's own document is kept as a marker, so that late writers find the workspace
   * closed.
   */
  purgeWorkspace(workspaceId: WorkspaceId, isLast: boolean): Promise<void>;
  /**
   * The same for a person: documents below the record and their tokens. With an `email`, invitations to this address and
   * its rate limits, too.
   */
  purgePerson(person: { uid: string; email: string | null }, isLast: boolean): Promise<void>;
}

type AccountDeletionPlan = {
  account: DeletionOf<"account">;
  workspaces: DeletionOf<"workspace">[];
  /** The audit entry for a workspace that is kept. */
  audit: (workspace: WorkspaceMembers) => AuditEntry;
};
