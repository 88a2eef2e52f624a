import { type LimitedResource, type Role, workspaceLimits } from "../../contract/workspaces.js";
import type { TokenScope } from "../../contract/tokens.js";
import { AppError } from "../../common/errors.js";

/** Also thrown for workspaces that don't exist, so that ids of other workspaces can't be guessed. */
export const notAMember = (): AppError =>
  new AppError("not-a-member", "Not a member of this workspace.", {
    userMessage: "You are not a member of this workspace.",
  });

export const roleTooLow = (role: Role, required: Role): AppError =>
  new AppError("role-too-low", `Needs the role ${required}.`, {
    userMessage: `Your role (${role}) doesn't allow this. Ask ${required === "owner" ? "an owner" : `an owner or ${required}`} of the workspace.`,
    details: { role, required },
  });

export const scopeTooLow = (scope: TokenScope, required: TokenScope): AppError =>
  new AppError("scope-too-low", `Needs an API token with the scope ${required}.`, {
    userMessage: `This API token's scope (${scope}) doesn't allow this. Use one with the scope ${required}.`,
    details: { scope, required },
  });

export const tokenNotAllowed = (): AppError =>
  new AppError("token-not-allowed", "API tokens can't do this.", {
    userMessage: "API tokens can't do this. Log in to Plumbline instead.",
  });

/**
 * Checks a workspace limit. Call it in the transaction that adds the resource.
 * @param existing how many there are before the addition
 * @throws AppError `limit-reached`
 */
export function assertBelowLimit(resource: LimitedResource, existing: number): void {
  const limit = workspaceLimits[resource];
  if (existing < limit) return;
  throw new AppError("limit-reached", `A workspace has at most ${limit} ${resource}.`, {
    userMessage: `This workspace has reached its limit of ${limit} ${resource}. ${waysOut[resource]}`,
    details: { resource, limit },
  });
}

const waysOut: Record<LimitedResource, string> = {
  connections: "Delete one you no longer need, or create another workspace.",
  setups: "Delete one you no longer need, or add checks to an existing setup.",
  members: "Remove a member or revoke an invitation first.",
  channels: "Delete one you no longer need.",
  routes: "Delete one you no longer need.",
  tokens: "Revoke one you no longer need.",
};

export const lastOwner = (): AppError =>
  new AppError("last-owner", "A workspace needs an owner.", {
    userMessage: "Make someone else an owner first.",
  });

export const invitationInvalid = (userMessage: string): AppError =>
  new AppError("invitation-invalid", "The invitation can't be accepted.", { userMessage });
