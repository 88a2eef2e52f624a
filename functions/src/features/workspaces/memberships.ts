import type { Workspace, WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { notAMember } from "./workspace-errors.js";
import type { Membership } from "./workspace-repository.js";

/** The part of a membership that the API shows. */
export const toWorkspace = ({ id, name, role, emailNotifications }: Membership): Workspace => ({
  id,
  name,
  role,
  emailNotifications,
});

/** Whether somebody is a member and has been one since. What they did before they left doesn't count once they are back. */
export const isMemberSince = <M extends { joinedAt: string }>(
  member: M | null | undefined,
  instant: string,
): member is M => Boolean(member && member.joinedAt <= instant);

/** @throws AppError `not-a-member` */
export async function membershipOf(
  { workspaces }: Pick<Dependencies, "workspaces">,
  { uid, workspaceId }: { uid: string; workspaceId: WorkspaceId },
): Promise<Membership> {
  const membership = await workspaces.findMembership(uid, workspaceId);
  if (membership === null) throw notAMember();
  return membership;
}
