import type { User } from "../../contract/users.js";

/** The part of the user document that the account's owner sees; billing and the active run have repositories of their own. */
export type UserRecord = User & {
  /** Until sign-up named the account, its display name is only a guess from the token. */
  isDisplayNameGuessed: boolean;
};

/** What is needed to create a record that is missing. */
export type NewUser = { email: string; displayName: string; isDisplayNameGuessed: boolean };

export interface UserRepository {
  find(uid: string): Promise<UserRecord | null>;
  /** The stored record; creates it from `fields` when there is none. Safe to call in parallel. */
  ensure(uid: string, fields: NewUser): Promise<{ user: UserRecord; isNew: boolean }>;
  /** @throws AppError `not-found` */
  setDisplayName(uid: string, displayName: string): Promise<UserRecord>;
  /** @throws AppError `not-found` */
  setEmailNotifications(uid: string, isOn: boolean): Promise<UserRecord>;
}
