import type { User } from "../../contract/users.js";
import type { Dependencies } from "../dependencies.js";
import { ensureUser, toUser, type Identity } from "./ensure-user.js";

/** Switches e-mail notifications of the account on or off. */
export async function updatePreferences(
  deps: Pick<Dependencies, "users">,
  identity: Identity,
  { emailNotifications }: { emailNotifications: boolean },
): Promise<User> {
  await ensureUser(deps, identity);
  return toUser(await deps.users.setEmailNotifications(identity.uid, emailNotifications));
}
