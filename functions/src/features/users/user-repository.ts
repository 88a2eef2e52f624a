import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";

/** A person. Everything that belongs to a team is stored in the team's workspace. */
export type UserRecord = {
  uid: string;
  email: string;
  /** Whether a token has said so of this address. Only verified addresses are emailed about findings. */
  isEmailVerified: boolean;
  displayName: string;
  /** The display name was derived from the token, not entered by the person. */
  isDisplayNameGuessed: boolean;
};

/** The fields needed to create a missing record. */
export type NewUser = Omit<UserRecord, "uid">;

/** A workspace to create. `entry` is the first of its audit log, and says when it was created. */
export type NewWorkspace = { id: WorkspaceId; name: string; entry: AuditEntry };

export interface UserRepository {
  find(uid: string): Promise<UserRecord | null>;
  /** The records that exist, by uid; one batch of reads. */
  findAll(uids: readonly string[]): Promise<Map<string, UserRecord>>;
  /**
   * The stored record. If there is none, creates it together with the person's first workspace, in one
   * transaction; pass `null` for someone who joins another person's workspace instead. Safe to call in
   * parallel.
   */
  ensure(
    uid: string,
    fields: NewUser,
    firstWorkspace: NewWorkspace | null,
  ): Promise<{ user: UserRecord; isNew: boolean }>;
  /** @throws AppError `not-found` */
  setDisplayName(uid: string, displayName: string): Promise<UserRecord>;
  /** Updates the record to the token's address. @throws AppError `not-found` */
  setEmail(uid: string, email: Pick<UserRecord, "email" | "isEmailVerified">): Promise<UserRecord>;
}
