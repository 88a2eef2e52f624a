import {
  type AuditEntry,
  hasRole,
  type Member,
  type Role,
  type WorkspaceId,
} from "../../contract/workspaces.js";
import { isAppError, notFound, raise } from "../../common/errors.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor } from "./actor.js";
import { newAuditEntry } from "./audit.js";
import { lastOwner, roleTooLow } from "./workspace-errors.js";
import type { MemberRecord } from "./workspace-repository.js";

type Deps = Pick<Dependencies, "workspaces" | "channels" | "users" | "clock" | "ids">;

/** The members with names and addresses, in the order they joined. */
export async function listMembers(
  { workspaces, users }: Pick<Deps, "workspaces" | "users">,
  workspaceId: WorkspaceId,
): Promise<Member[]> {
  const members = await workspaces.members(workspaceId);
  const people = await users.findAll(members.map(({ uid }) => uid));
  return members.map((member) => {
    const person = people.get(member.uid);
    return { ...member, email: person?.email ?? "", displayName: person?.displayName ?? member.uid };
  });
}

/**
 * Changes a member's role. Admins manage everyone below owner; only owners can add or change owners.
 * @throws AppError `not-found`, `role-too-low`, `last-owner`, `sign-in-again`
 */
export async function changeRole(deps: Deps, actor: Actor, uid: string, role: Role): Promise<void> {
  const email = await emailOf(deps, uid);
  const change = (members: readonly MemberRecord[]) => {
    const member = manageable(deps, members, actor, uid);
    if (role === "owner") requireRole(members, actor.uid, "owner");
    if (role !== "owner") assertOwnerRemains(members, uid);
    if (role !== member.role) assertMayGiveRole(deps, actor, role);
    return { ...member, role };
  };
  const entry = newAuditEntry(deps, actor, "member.role-changed", `${email}: ${role}`);
  await changeMember(deps, actor.workspaceId, { uid, email }, change, entry);
}

/**
 * Making somebody an admin or owner needs a fresh login: they could then do anything.
 * @throws AppError `sign-in-again`
 */
export function assertMayGiveRole(deps: Pick<Deps, "clock">, actor: Actor, role: Role): void {
  if (hasRole(role, "admin")) assertFreshLogin(deps, actor);
}

/**
 * Removes a member, or lets a member leave.
 * @throws AppError `not-found`, `role-too-low`, `last-owner`, `sign-in-again`
 */
export async function removeMember(deps: Deps, actor: Actor, uid: string): Promise<void> {
  const isLeaving = uid === actor.uid;
  const email = await emailOf(deps, uid);
  const remove = (members: readonly MemberRecord[]) => {
    if (!isLeaving) manageable(deps, members, actor, uid);
    assertOwnerRemains(members, uid);
    return null;
  };
  const entry = newAuditEntry(deps, actor, isLeaving ? "member.left" : "member.removed", email);
  await changeMember(deps, actor.workspaceId, { uid, email }, remove, entry);
}

/** Changes or removes a member, whose address on email lists is marked when they may do less. */
async function changeMember(
  deps: Deps,
  workspaceId: WorkspaceId,
  { uid, email }: { uid: string; email: string },
  change: (members: readonly MemberRecord[]) => MemberRecord | null,
  entry: AuditEntry,
): Promise<void> {
  const members = await deps.workspaces.members(workspaceId);
  const before = members.find((member) => member.uid === uid)?.role;
  const after = change(members)?.role;
  if (after === before) return;
  const now = toInstant(deps.clock.now());
  const leftAt = before && after && hasRole(after, before) ? null : now;
  // First, because after a failure a removal can be repeated only while they are a member.
  const takeBack = await markAddress(deps, workspaceId, email, leftAt);
  await deps.workspaces.changeMember(workspaceId, uid, change, entry).catch(async (error: unknown) => {
    // Not found: somebody else has removed them meanwhile.
    if (isAppError(error) && error.code === "not-found") await markAddress(deps, workspaceId, email, now);
    else if (isAppError(error)) await takeBack();
    throw error;
  });
}

/**
 * Marks somebody's address on the workspace's email lists, which keep emailing it, for admins to see.
 * @param leftAt when they left or got a lower role; null once they are back
 * @returns what puts the earlier marks back
 */
export async function markAddress(
  { channels }: Pick<Deps, "channels">,
  workspaceId: WorkspaceId,
  email: string,
  leftAt: string | null,
): Promise<() => Promise<void>> {
  const isTheirs = (address: { email: string }) => address.email === email.toLowerCase();
  const mark = (id: string, at: string | null) =>
    channels.change(workspaceId, id, (before) => ({
      ...before,
      addresses: before.addresses.map((address) => {
        if (!isTheirs(address)) return address;
        const { leftAt: _, ...kept } = address;
        return at === null ? kept : { ...kept, leftAt: at };
      }),
    }));
  const earlier = new Map<string, string | null>();
  for (const { id, addresses } of await channels.list(workspaceId)) {
    const theirs = addresses.find(isTheirs);
    if (!theirs) continue;
    await mark(id, leftAt);
    earlier.set(id, theirs.leftAt ?? null);
  }
  return async () => {
    for (const [id, at] of earlier) await mark(id, at);
  };
}

/**
 * Finds the member to change. Another owner can be changed only after a fresh login: they couldn't take back what a
 * stolen session does.
 * @throws AppError `not-found`; `role-too-low` unless the actor may change them now; `sign-in-again`
 */
function manageable(
  deps: Pick<Deps, "clock">,
  members: readonly MemberRecord[],
  actor: Actor,
  uid: string,
): MemberRecord {
  const member = members.find((each) => each.uid === uid) ?? raise(notFound("member"));
  requireRole(members, actor.uid, member.role === "owner" ? "owner" : "admin");
  if (member.role === "owner" && uid !== actor.uid) assertFreshLogin(deps, actor);
  return member;
}

/** Checks the roles read in the transaction, so that an admin who was just demoted can't change anything. */
function requireRole(members: readonly MemberRecord[], uid: string, required: Role): void {
  const role = members.find((each) => each.uid === uid)?.role ?? "viewer";
  if (!hasRole(role, required)) throw roleTooLow(role, required);
}

function assertOwnerRemains(members: readonly MemberRecord[], changedUid: string): void {
  const isOwner = members.some(({ uid, role }) => uid === changedUid && role === "owner");
  const others = members.some(({ uid, role }) => uid !== changedUid && role === "owner");
  if (isOwner && !others) throw lastOwner();
}

const emailOf = async ({ users }: Deps, uid: string): Promise<string> =>
  (await users.find(uid))?.email ?? uid;
