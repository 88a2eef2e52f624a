import type { User } from "../../contract/users.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor } from "../workspaces/actor.js";
import { ensureUser } from "./ensure-user.js";

/** Turns the member's email notifications for this workspace on or off. */
export async function updatePreferences(
  deps: Pick<Dependencies, "users" | "workspaces" | "clock" | "ids">,
  actor: Actor,
  { emailNotifications }: { emailNotifications: boolean },
): Promise<User> {
  await deps.workspaces.setEmailNotifications(actor.workspaceId, actor.uid, emailNotifications);
  return { ...(await ensureUser(deps, actor)), emailNotifications };
}
