import type { User } from "../../contract/users.js";
import type { Dependencies } from "../dependencies.js";
import type { NewUser, UserRecord } from "./user-repository.js";

/** Who is signed in, as the token says. */
export type Identity = { uid: string; email: string; displayName: string | null };

/** The account's record; a sign-up whose tab was closed too early gets it here, from its token. */
export async function ensureUser({ users }: Pick<Dependencies, "users">, identity: Identity): Promise<User> {
  const found = await users.find(identity.uid);
  return toUser(found ?? (await users.ensure(identity.uid, userFromToken(identity))).user);
}

/** The record's part that the API shows. */
export const toUser = ({ email, displayName, firebaseUid, emailNotifications }: UserRecord): User => ({
  email,
  displayName,
  firebaseUid,
  emailNotifications,
});

/** Display name: the identity's own, else the part of the e-mail before the @. */
export const userFromToken = ({ email, displayName }: Identity): NewUser => ({
  email,
  displayName: displayName ?? email.split("@")[0] ?? "",
  isDisplayNameGuessed: displayName === null,
});
