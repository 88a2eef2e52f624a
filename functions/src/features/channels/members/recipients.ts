import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { activePeople } from "../../users/active-people.js";
import type { UserRecord } from "../../users/user-repository.js";
import { addressKeys } from "../../mails/unsubscribe-token.js";

/** What it takes to know who gets emails. */
export type RecipientDeps = Pick<
  Dependencies,
  "workspaces" | "users" | "identityProvider" | "unsubscribed" | "settings"
>;

/**
 * The members who want emails about this workspace, can still sign in and have not unsubscribed: those whose address is
 * verified get them.
 */
export async function recipientsOf(
  deps: RecipientDeps,
  workspaceId: WorkspaceId,
): Promise<{ verified: UserRecord[]; unverified: UserRecord[] }> {
  const { workspaces, unsubscribed, settings } = deps;
  const members = await workspaces.members(workspaceId);
  const uids = members.filter(({ emailNotifications }) => emailNotifications).map(({ uid }) => uid);
  const found = [...(await activePeople(deps, uids)).values()];
  const keysOf = ({ email }: UserRecord) => addressKeys(settings.unsubscribeKey, email);
  const gone = await unsubscribed.find(found.flatMap(keysOf));
  const wanting = found.filter((person) => !keysOf(person).some((key) => gone.has(key)));
  return {
    verified: wanting.filter(({ isEmailVerified }) => isEmailVerified),
    unverified: wanting.filter(({ isEmailVerified }) => !isEmailVerified),
  };
}
