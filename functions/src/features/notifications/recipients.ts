import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { UserRecord } from "../users/user-repository.js";

/** The members who want emails about this workspace, at addresses that are verified. */
export async function recipientsOf(
  { workspaces, users }: Pick<Dependencies, "workspaces" | "users">,
  workspaceId: WorkspaceId,
): Promise<UserRecord[]> {
  const members = await workspaces.members(workspaceId);
  const people = await users.findAll(
    members.filter(({ emailNotifications }) => emailNotifications).map(({ uid }) => uid),
  );
  return [...people.values()].filter(({ isEmailVerified }) => isEmailVerified);
}
