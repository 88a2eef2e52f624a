import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { UserRecord } from "../users/user-repository.js";
import { addressKey } from "../mails/unsubscribe-token.js";

type Deps = Pick<Dependencies, "workspaces" | "users" | "unsubscribed" | "settings">;

/** The members who want emails about this workspace and whose addresses may get them. */
export async function recipientsOf(deps: Deps, workspaceId: WorkspaceId): Promise<UserRecord[]> {
  const members = await deps.workspaces.members(workspaceId);
  return reachable(
    deps,
    members.filter(({ emailNotifications }) => emailNotifications).map(({ uid }) => uid),
  );
}

/** The people whose address is verified and has not unsubscribed. */
export async function reachable(
  { users, unsubscribed, settings }: Pick<Deps, "users" | "unsubscribed" | "settings">,
  uids: readonly string[],
): Promise<UserRecord[]> {
  const verified = [...(await users.findAll(uids)).values()].filter(({ isEmailVerified }) => isEmailVerified);
  const keyOf = ({ email }: UserRecord) => addressKey(settings.unsubscribeKey, email);
  const gone = await unsubscribed.find(verified.map(keyOf));
  return verified.filter((person) => !gone.has(keyOf(person)));
}
