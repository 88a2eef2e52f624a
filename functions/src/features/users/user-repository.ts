import type { WorkspaceId } from "../../contract/workspaces.js";

/** A person. What belongs to a team lies in the team's workspace. */
export type UserRecord = {
  uid: string;
  email: string;
  /** As the last token said: only verified addresses are emailed about findings. */
  isEmailVerified: boolean;
  displayName: string;
  /** Until sign-up named the person, the display name is only a guess from the token. */
  isDisplayNameGuessed: boolean;
};

/** What is needed to create a record that is missing. */
export type NewUser = Omit<UserRecord, "uid">;

export interface UserRepository {
  find(uid: string): Promise<UserRecord | null>;
  /** The records that exist, by uid; one batch of reads. */
  findAll(uids: readonly string[]): Promise<Map<string, UserRecord>>;
  /**
   * The stored record. When there is none, creates it together with the person's first workspace, in one transaction;
   * `null` for somebody who joins another's workspace instead. Safe to call in parallel.
   */
  ensure(
    uid: string,
    fields: NewUser,
    firstWorkspace: { id: WorkspaceId; name: string; createdAt: string } | null,
  ): Promise<{ user: UserRecord; isNew: boolean }>;
  /** @throws AppError `not-found` */
  setDisplayName(uid: string, displayName: string): Promise<UserRecord>;
  /** Keeps the record's address the token's. @throws AppError `not-found` */
  setEmail(uid: string, email: Pick<UserRecord, "email" | "isEmailVerified">): Promise<UserRecord>;
}
