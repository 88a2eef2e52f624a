import type { z } from "zod";
import {
  hasRole,
  initialsOf,
  invitationSchema,
  type createInvitationSchema,
  type invitationSignUpSchema,
  type Invitation,
  type InvitationPreview,
  type Workspace,
  type WorkspaceId,
} from "../../contract/workspaces.js";
import { AppError, isAppError, notFound, raise } from "../../common/errors.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { countStrangers, wantsNoMail } from "../mails/ask-strangers.js";
import { ensureInvitedRecord } from "./ensure-user.js";
import { type Actor, type Identity, displayNameOf } from "./actor.js";
import { newAuditEntry } from "./audit.js";
import { assertMayGiveRole, markAddress } from "./members.js";
import { invitationMail } from "./invitation-mail.js";
import { isMemberSince, membershipOf, toWorkspace } from "./memberships.js";
import { newInvitationToken, readInvitationToken, type InvitationToken } from "./invitation-token.js";
import { assertBelowLimit, invitationInvalid, roleTooLow } from "./workspace-errors.js";
import type { InvitationRecord, MemberRecord } from "./workspace-repository.js";

const validForMs = 7 * dayMs;

/** The invitations that have not been accepted yet, newest first, without those whose senders may not invite anymore. */
export async function listInvitations(
  { workspaces }: Pick<Dependencies, "workspaces">,
  workspaceId: WorkspaceId,
): Promise<Invitation[]> {
  const [open, members] = await Promise.all([
    workspaces.invitations(workspaceId),
    workspaces.members(workspaceId),
  ]);
  return open.filter((invitation) => mayStillInvite(members, invitation)).map(toInvitation);
}

/**
 * Emails an invitation to an address.
 * @throws AppError `role-too-low`, `sign-in-again`, `already-a-member`, `limit-reached`, `rate-limited`;
 * `invalid-request` if the address unsubscribed
 */
export async function inviteMember(
  deps: Dependencies,
  actor: Actor,
  { email, role }: z.output<typeof createInvitationSchema>,
): Promise<Invitation> {
  return send(deps, actor, { id: deps.ids.next(), email, role });
}

/**
 * Emails an invitation again with a new link, as the actor's own; the old link stops working.
 * @throws AppError `not-found`, `role-too-low`, `sign-in-again`, `limit-reached`, `rate-limited`
 */
export async function resendInvitation(deps: Dependencies, actor: Actor, id: string): Promise<Invitation> {
  const found = await deps.workspaces.findInvitation(actor.workspaceId, id);
  if (found === null || found.acceptedAt !== null) throw notFound("invitation");
  const { email, role } = found;
  return send(deps, actor, { id, email, role });
}

/** @throws AppError `not-found` */
export async function revokeInvitation(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const { email } =
    (await deps.workspaces.findInvitation(actor.workspaceId, id)) ?? raise(notFound("invitation"));
  const entry = newAuditEntry(deps, actor, "invitation.revoked", email);
  await deps.workspaces.deleteInvitation(actor.workspaceId, id, entry);
}

/**
 * Shows what an invitation's link is for, also when it is too late to accept it.
 * @throws AppError `invitation-invalid`
 */
export async function previewInvitation(deps: Dependencies, text: string): Promise<InvitationPreview> {
  const token = readInvitationToken(text) ?? raise(invitationInvalid(unknownLink));
  const { workspaceId } = token;
  const [found, members] = await Promise.all([
    deps.workspaces.findInvitation(workspaceId, token.invitationId),
    deps.workspaces.members(workspaceId),
  ]);
  const invitation = known(token, found);
  const { email, role, invitedBy } = invitation;
  const state = stateOf(deps, invitation);
  if (state === "open") assertSenderMayInvite(members, invitation);
  const [workspaceName, hasAccount, initials] = await Promise.all([
    deps.workspaces.name(workspaceId),
    deps.identityProvider.hasAccount(email),
    state === "open" ? initialsOfMembers(deps, members, invitation.inviterUid) : [],
  ]);
  const shown = { email, role, invitedBy, state, workspaceId, workspaceName, hasAccount };
  return { ...shown, members: members.length, initials };
}

const shownMembers = 3;

/** Of the sender and then those who joined first. Whoever holds the link learns no names or addresses. */
async function initialsOfMembers(
  { users }: Pick<Dependencies, "users">,
  members: readonly MemberRecord[],
  sender: string,
): Promise<string[]> {
  const others = members.map(({ uid }) => uid).filter((uid) => uid !== sender);
  const uids = [sender, ...others].slice(0, shownMembers);
  const people = await users.findAll(uids);
  return uids.flatMap((uid) => initialsOf(people.get(uid)?.displayName ?? "") || []);
}

/**
 * Creates the account of an invited person and makes them a member, before they sign in for the first time. The link
 * was emailed to this address, so a new account's address is proven; an account that exists has to prove it itself.
 * If joining fails, the account stays, and the link then asks for its password.
 * @throws AppError `invitation-invalid`, `invalid-request`
 */
export async function signUpByInvitation(
  deps: Dependencies,
  { token: text, displayName, password }: z.output<typeof invitationSignUpSchema>,
): Promise<Workspace> {
  const { email, state } = await previewInvitation(deps, text);
  if (state !== "open") throw invitationInvalid(stateTexts[state]);
  const uid = await deps.identityProvider.createVerifiedAccount({ email, displayName, password });
  if (uid === null) throw invitationInvalid(`${email} already has an account. Log in to join.`);
  const person = { uid, email, displayName, isEmailVerified: true };
  return acceptInvitation(deps, { ...person, signedInAt: null, ip: null, token: null }, text);
}

/**
 * Makes the signed-in person, whose address is verified, a member. It must be the address that was invited.
 * @throws AppError `invitation-invalid`
 */
export async function acceptInvitation(
  deps: Dependencies,
  identity: Identity,
  text: string,
): Promise<Workspace> {
  const token = readInvitationToken(text);
  if (token === null) throw invitationInvalid(unknownLink);
  const { workspaceId, invitationId } = token;
  await ensureInvitedRecord(deps, identity);
  const join = (found: InvitationRecord | null, members: readonly MemberRecord[]): MemberRecord => {
    const { email, role } = acceptable(deps, token, found, members);
    if (email !== identity.email.toLowerCase())
      throw invitationInvalid(`This invitation is for ${email}. You are logged in as ${identity.email}.`);
    if (members.some(({ uid }) => uid === identity.uid))
      throw invitationInvalid("You are already a member of this workspace.");
    return { uid: identity.uid, role, joinedAt: toInstant(deps.clock.now()), emailNotifications: true };
  };
  join(
    await deps.workspaces.findInvitation(workspaceId, invitationId),
    await deps.workspaces.members(workspaceId),
  );
  // First, because after a failure an invitation can be accepted only while it is open.
  const takeBack = await markAddress(deps, workspaceId, identity.email, null);
  const entry = newAuditEntry(deps, identity, "member.joined", identity.email);
  await deps.workspaces
    .acceptInvitation(workspaceId, invitationId, join, entry)
    .catch(async (error: unknown) => {
      // They may have joined by another request meanwhile, and then are back.
      const isMember = async () =>
        (await deps.workspaces.members(workspaceId)).some(({ uid }) => uid === identity.uid);
      if (isAppError(error) && !(await isMember())) await takeBack();
      throw error;
    });
  return toWorkspace(await membershipOf(deps, { uid: identity.uid, workspaceId }));
}

async function send(
  deps: Dependencies,
  actor: Actor,
  invitation: Pick<Invitation, "id" | "email" | "role">,
): Promise<Invitation> {
  if (invitation.role === "owner" && !hasRole(actor.role, "owner")) throw roleTooLow(actor.role, "owner");
  assertMayGiveRole(deps, actor, invitation.role);
  const now = deps.clock.now();
  const { token, tokenHash } = newInvitationToken(actor.workspaceId, invitation.id);
  const record: InvitationRecord = {
    ...invitation,
    invitedBy: displayNameOf(actor),
    inviterUid: actor.uid,
    createdAt: toInstant(now),
    expiresAt: toInstant(addMs(now, validForMs)),
    tokenHash,
    acceptedAt: null,
  };
  await countStrangers(deps, actor, [record.email], async ([asked]) => {
    if (asked === undefined) throw wantsNoMail(record.email);
    await save(deps, actor, record);
  });
  const url = `${deps.settings.appUrl}/auth/action?mode=acceptInvitation&token=${encodeURIComponent(token)}`;
  await deps.mailer.send(invitationMail(deps.settings, record, actor.email, url));
  return toInvitation(record);
}

/** @throws AppError `already-a-member`, `limit-reached` */
async function save(deps: Dependencies, actor: Actor, record: InvitationRecord): Promise<void> {
  const people = await deps.users.findAll(
    (await deps.workspaces.members(actor.workspaceId)).map(({ uid }) => uid),
  );
  await deps.workspaces.saveInvitation(
    actor.workspaceId,
    record,
    (members, open) => {
      const isMember = members.some(({ uid }) => people.get(uid)?.email.toLowerCase() === record.email);
      if (isMember)
        throw new AppError("already-a-member", "The address belongs to a member.", {
          userMessage: `${record.email} is already a member of this workspace.`,
        });
      const others = open.filter(
        (other) => other.id !== record.id && other.email !== record.email && mayStillInvite(members, other),
      );
      assertBelowLimit("members", members.length + others.length);
    },
    newAuditEntry(deps, actor, "member.invited", `${record.email}: ${record.role}`),
  );
}

/** @throws AppError `invitation-invalid` with a sentence that says why */
function acceptable(
  deps: Pick<Dependencies, "clock">,
  token: InvitationToken,
  found: InvitationRecord | null,
  members: readonly MemberRecord[],
): InvitationRecord {
  const invitation = known(token, found);
  const state = stateOf(deps, invitation);
  if (state !== "open") throw invitationInvalid(stateTexts[state]);
  assertSenderMayInvite(members, invitation);
  return invitation;
}

function known(token: InvitationToken, found: InvitationRecord | null): InvitationRecord {
  if (found === null || found.tokenHash !== token.hash) throw invitationInvalid(unknownLink);
  return found;
}

const stateOf = (
  { clock }: Pick<Dependencies, "clock">,
  { acceptedAt, expiresAt }: InvitationRecord,
): InvitationPreview["state"] => {
  if (acceptedAt !== null) return "used";
  return expiresAt <= toInstant(clock.now()) ? "expired" : "open";
};

const stateTexts = {
  used: "This invitation has already been used.",
  expired: "This invitation has expired. Ask for a new one.",
};

function assertSenderMayInvite(members: readonly MemberRecord[], invitation: InvitationRecord): void {
  if (!mayStillInvite(members, invitation))
    throw invitationInvalid(
      "The person who sent this invitation may not invite people anymore. Ask for a new one.",
    );
}

/**
 * Whether the sender still has the role that the invitation needs, without having left since. Otherwise somebody who was
 * removed could come back by an invitation they sent to themselves.
 */
function mayStillInvite(
  members: readonly MemberRecord[],
  { inviterUid, role, createdAt }: InvitationRecord,
): boolean {
  const inviter = members.find(({ uid }) => uid === inviterUid);
  return isMemberSince(inviter, createdAt) && hasRole(inviter.role, role === "owner" ? "owner" : "admin");
}

const unknownLink = "This invitation link isn't valid. It may have been revoked or replaced by a newer one.";

const toInvitation = (record: InvitationRecord): Invitation => invitationSchema.parse(record);
