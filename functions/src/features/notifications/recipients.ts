import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { UserRecord } from "../users/user-repository.js";
import { addressKey } from "../mails/unsubscribe-token.js";

/** What it takes to know who gets emails. */
export type RecipientDeps = Pick<
  Dependencies,
  "workspaces" | "users" | "identityProvider" | "unsubscribed" | "settings"
>;

/** The members who want emails about this workspace and whose addresses may get them. */
export async function recipientsOf(deps: RecipientDeps, workspaceId: WorkspaceId): Promise<UserRecord[]> {
  const members = await deps.workspaces.members(workspaceId);
  return reachable(
    deps,
    members.filter(({ emailNotifications }) => emailNotifications).map(({ uid }) => uid),
  );
}

/** The people who can still sign in, and whose address is verified and has not unsubscribed. */
export async function reachable(
  { users, identityProvider, unsubscribed, settings }: Omit<RecipientDeps, "workspaces">,
  uids: readonly string[],
): Promise<UserRecord[]> {
  const [people, active] = await Promise.all([users.findAll(uids), identityProvider.activeOf(uids)]);
  const verified = [...people.values()].filter(
    ({ uid, isEmailVerified }) => isEmailVerified && active.has(uid),
  );
  const keyOf = ({ email }: UserRecord) => addressKey(settings.unsubscribeKey, email);
  const gone = await unsubscribed.find(verified.map(keyOf));
  return verified.filter((person) => !gone.has(keyOf(person)));
}
