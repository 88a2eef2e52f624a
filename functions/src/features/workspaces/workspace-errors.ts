import { type LimitedResource, type Role, workspaceLimits } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";

/** The same for a workspace that does not exist, so that ids of foreign workspaces cannot be found out. */
export const notAMember = (): AppError =>
  new AppError("not-a-member", "Not a member of this workspace.", {
    userMessage: "You are not a member of this workspace.",
  });

export const roleTooLow = (role: Role, required: Role): AppError =>
  new AppError("role-too-low", `Needs the role ${required}.`, {
    userMessage: `Your role (${role}) doesn't allow this. Ask ${required === "owner" ? "an owner" : `an owner or ${required}`} of the workspace.`,
    details: { role, required },
  });

export const limitReached = (resource: LimitedResource): AppError =>
  new AppError("limit-reached", `A workspace has at most ${workspaceLimits[resource]} ${resource}.`, {
    userMessage: `This workspace has reached its limit of ${workspaceLimits[resource]} ${resource}.`,
    details: { resource, limit: workspaceLimits[resource] },
  });

export const lastOwner = (): AppError =>
  new AppError("last-owner", "A workspace needs an owner.", {
    userMessage: "Make someone else an owner first.",
  });

export const invitationInvalid = (userMessage: string): AppError =>
  new AppError("invitation-invalid", "The invitation can't be accepted.", { userMessage });
