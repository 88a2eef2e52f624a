import type { User, createUserSchema } from "../../contract/users.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isUnsubscribed } from "../mails/subscribe-again.js";
import type { Identity } from "./actor.js";
import { newAuditEntry } from "./audit.js";
import { toWorkspace } from "./memberships.js";
import type { Membership, WorkspaceAccess } from "./workspace-repository.js";
import type { NewUser, NewWorkspace, UserRecord } from "../users/user-repository.js";
import type { z } from "zod";
import { AppError } from "../../common/errors.js";

type Deps = Pick<Dependencies, "users" | "workspaces" | "clock" | "ids" | "onVerified">;
type ShownDeps = Deps & Pick<Dependencies, "unsubscribed" | "settings">;

/**
 * The person's record. If a sign-up was interrupted before it was created, it is created here from the token.
 */
export async function ensureUser(deps: ShownDeps, identity: Identity): Promise<User> {
  return toUser(deps, identity, (await ensureRecord(deps, identity)).user);
}

/** The record, updated to the token's address. If it is missing, it is created with a first workspace. */
export const ensureRecord = (
  deps: Deps,
  identity: Identity,
  fields: NewUser = userFromToken(identity),
): Promise<EnsuredRecord> =>
  findOrCreate(deps, identity, fields, () => firstWorkspace(deps, identity, fields.displayName));

/**
 * The same for a person who is about to join someone else's workspace: a missing record is created without
 * one.
 */
export const ensureInvitedRecord = (deps: Deps, identity: Identity): Promise<EnsuredRecord> =>
  findOrCreate(deps, identity, userFromToken(identity), () => null);

type EnsuredRecord = { user: UserRecord; isNew: boolean };

async function findOrCreate(
  { users, onVerified }: Deps,
  identity: Identity,
  fields: NewUser,
  makeWorkspace: () => NewWorkspace | null,
): Promise<EnsuredRecord> {
  const found = await users.find(identity.uid);
  const { uid, email } = identity;
  // A token from before the verification stays valid for up to an hour after it.
  const isEmailVerified = identity.isEmailVerified || (found?.email === email && found.isEmailVerified);
  if (found && (found.email !== email || found.isEmailVerified !== isEmailVerified)) {
    if (isEmailVerified && !found.isEmailVerified) await onVerified(uid);
    return { user: await users.setEmail(uid, { email, isEmailVerified }), isNew: false };
  }
  if (found) return { user: found, isNew: false };
  return users.ensure(uid, fields, makeWorkspace());
}

function firstWorkspace(
  deps: Pick<Deps, "clock" | "ids">,
  identity: Identity,
  displayName: string,
): NewWorkspace {
  const name = `${displayName}'s workspace`;
  return {
    id: deps.ids.next() as WorkspaceId,
    name,
    entry: newAuditEntry(deps, identity, "workspace.created", name),
  };
}

/**
 * The person's role in the given workspace, or in their first one. Someone who has just signed up gets a
 * workspace here.
 * @returns null if the person is not a member
 */
export async function findAccess(
  deps: Deps,
  identity: Identity,
  workspaceId: WorkspaceId | null,
): Promise<WorkspaceAccess | null> {
  const access = workspaceId && (await deps.workspaces.findAccess(identity.uid, workspaceId));
  if (access) return access;
  // Older workspace documents don't contain the members' roles.
  const found = await deps.workspaces.findMembership(identity.uid, workspaceId);
  if (found || workspaceId !== null) return found;
  const { user } = await ensureRecord(deps, identity);
  return (await membershipsOf(deps, identity, user))[0] ?? null;
}

/**
 * The person's workspaces. If they have none, because the last was deleted or they left it, they get a new
 * one.
 */
async function membershipsOf(
  deps: Pick<Deps, "workspaces" | "clock" | "ids">,
  identity: Identity,
  { uid, displayName }: UserRecord,
): Promise<Membership[]> {
  const found = await deps.workspaces.membershipsOf(uid);
  if (found.length > 0) return found;
  await deps.workspaces.createFirst(uid, firstWorkspace(deps, identity, displayName));
  return deps.workspaces.membershipsOf(uid);
}

/** The record as the API shows it. */
export async function toUser(deps: ShownDeps, identity: Identity, user: UserRecord): Promise<User> {
  const [memberships, emailsUnsubscribed] = await Promise.all([
    membershipsOf(deps, identity, user),
    isUnsubscribed(deps, user.email),
  ]);
  const workspaces = memberships.map((membership) => ({
    ...toWorkspace(membership),
    emailNotifications: membership.emailNotifications && !emailsUnsubscribed,
  }));
  const { uid, email, displayName } = user;
  return {
    email,
    displayName,
    firebaseUid: uid,
    emailVerified: identity.isEmailVerified,
    emailNotifications: workspaces[0]?.emailNotifications ?? true,
    emailsUnsubscribed,
    workspaces,
  };
}

/** A new record from the token. The display name is the token's, else the part of the email before the @. */
const userFromToken = ({ email, isEmailVerified, displayName }: Identity): NewUser => ({
  email,
  isEmailVerified,
  displayName: displayName ?? email.split("@")[0] ?? "",
  isDisplayNameGuessed: displayName === null,
});

/**
 * Creates the record after sign-up. An earlier read may have created it from the token before the token had a
 * name; then the name typed at sign-up replaces the guessed one.
 * @returns `isSignUp`: whether this call created the record or gave it its name, as only the first after sign-up does
 * @throws AppError `invalid-request` if the uid or email differs from the token's
 */
export async function createUser(
  deps: Dependencies,
  identity: Identity,
  body: z.infer<typeof createUserSchema>,
): Promise<{ user: User; isSignUp: boolean }> {
  const issues = [
    body.firebaseUid !== identity.uid && "firebaseUid",
    body.email.toLowerCase() !== identity.email.toLowerCase() && "email",
  ].filter((field) => field !== false);
  if (issues.length > 0)
    throw new AppError("invalid-request", "The body disagrees with the token.", {
      details: { issues: issues.map((field) => ({ path: `body.${field}`, message: "Not the token's." })) },
    });
  const fields = {
    ...userFromToken(identity),
    ...(body.displayName ? { displayName: body.displayName, isDisplayNameGuessed: false } : {}),
  };
  const { user, isNew } = await ensureRecord(deps, identity, fields);
  const isNameBetter = !isNew && user.isDisplayNameGuessed && !fields.isDisplayNameGuessed;
  const named = isNameBetter ? await deps.users.setDisplayName(identity.uid, fields.displayName) : user;
  return { user: await toUser(deps, identity, named), isSignUp: isNew || isNameBetter };
}
