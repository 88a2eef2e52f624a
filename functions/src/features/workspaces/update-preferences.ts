import type { User } from "../../contract/users.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { sendConfirmation } from "../mails/subscribe-again.js";
import type { Actor } from "./actor.js";
import { ensureUser } from "./ensure-user.js";

/**
 * Turns the member's email notifications for this workspace on or off. If the address has unsubscribed, they
 * stay off until the link that is emailed to it is opened.
 * @throws AppError `email-not-verified`, `rate-limited` if that email can't be sent
 */
export async function updatePreferences(
  deps: Dependencies,
  actor: Actor,
  { emailNotifications }: { emailNotifications: boolean },
): Promise<User> {
  await deps.workspaces.setEmailNotifications(actor.workspaceId, actor.uid, emailNotifications);
  const user = await ensureUser(deps, actor);
  if (emailNotifications && user.emailsUnsubscribed) await sendConfirmation(deps, actor);
  return { ...user, emailNotifications: emailNotifications && !user.emailsUnsubscribed };
}
