import type { AccountDeletion, WorkspaceCounts } from "../../contract/account.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";
import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { activePeople } from "../users/active-people.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor, Identity } from "../workspaces/actor.js";
import { newAuditEntry } from "../workspaces/audit.js";
import { lastOwner } from "../workspaces/workspace-errors.js";
import type { Deletion, DeletionOf } from "./deletion-record.js";
import type { WorkspaceMembers } from "./deletion-repository.js";
import { endRuns } from "./end-runs.js";
import { enqueueDeletion, taskGraceMs } from "./enqueue-deletion.js";

/** Counts what deleting the workspace would delete. */
export async function previewWorkspaceDeletion(
  { deletions, workspaces }: Dependencies,
  workspaceId: WorkspaceId,
): Promise<WorkspaceCounts & { members: number }> {
  const [counts, members] = await Promise.all([
    deletions.counts(workspaceId),
    workspaces.members(workspaceId),
  ]);
  return { ...counts, members: members.length };
}

/**
 * Closes the workspace immediately and deletes it in the background.
 * @throws AppError `sign-in-again`; `invalid-request` if the typed name doesn't match
 */
export async function deleteWorkspace(deps: Dependencies, actor: Actor, typedName: string): Promise<void> {
  assertFreshLogin(deps, actor);
  const uids = (await deps.workspaces.members(actor.workspaceId)).map(({ uid }) => uid);
  const people = await activePeople(deps, uids);
  const deletion = await deps.deletions.requestWorkspace(actor.workspaceId, (workspace) => {
    if (typedName.trim() !== workspace.name)
      throw notConfirmed("name", "Type the name of the workspace to delete it.");
    const recipients = workspace.members
      .map(({ uid }) => people.get(uid))
      .filter((person) => person?.isEmailVerified)
      .map((person) => ({ email: person!.email }));
    return workspaceDeletion(deps, workspace, actor.email, recipients);
  });
  await startDeletion(deps, deletion);
}

/** Lists what deleting the account would delete and keep, and what prevents it. */
export async function previewAccountDeletion(
  { deletions, workspaces, users }: Dependencies,
  { uid }: Identity,
): Promise<AccountDeletion> {
  const preview: AccountDeletion = { deleted: [], kept: [], blocking: [] };
  for (const { id, name } of await workspaces.membershipsOf(uid)) {
    const workspace = { id, name, members: await workspaces.members(id) };
    const outcome = outcomeFor(workspace, uid);
    if (outcome === "deleted") preview.deleted.push({ name, ...(await deletions.counts(id)) });
    else if (outcome === "blocking") preview.blocking.push({ name });
    else {
      const owner = otherOwner(workspace, uid)?.uid ?? "";
      const person = (await users.findAll(owner ? [owner] : [])).get(owner);
      preview.kept.push({ name, owner: person?.displayName ?? "" });
    }
  }
  return preview;
}

/**
 * Immediately closes the account and the workspaces without other members, and deletes them in the
 * background.
 * @throws AppError `sign-in-again`; `last-owner` if a workspace with other members would have no owner;
 * `invalid-request` if the typed address doesn't match
 */
export async function deleteAccount(
  deps: Dependencies,
  identity: Identity,
  typedEmail: string,
): Promise<void> {
  assertFreshLogin(deps, identity);
  const { uid, email, isEmailVerified } = identity;
  if (typedEmail.trim().toLowerCase() !== email.toLowerCase())
    throw notConfirmed("email", "Type your email address to delete your account.");
  const deletions = await deps.deletions.requestAccount(uid, (workspaces) => {
    if (workspaces.some((workspace) => outcomeFor(workspace, uid) === "blocking")) throw lastOwner();
    const kept = workspaces.filter((workspace) => outcomeFor(workspace, uid) === "kept");
    return {
      account: {
        kind: "account",
        id: `account-${uid}`,
        ...newProgress(deps),
        uid,
        email,
        recipients: isEmailVerified ? [{ email }] : [],
        left: kept.map(({ id }) => id),
      },
      workspaces: workspaces
        .filter((workspace) => outcomeFor(workspace, uid) === "deleted")
        .map((workspace) => workspaceDeletion(deps, workspace, email, [])),
      audit: () => newAuditEntry(deps, identity, "member.left", email),
    };
  });
  for (const deletion of deletions) await startDeletion(deps, deletion);
}

/** Ends a closed workspace's runs right away and leaves the rest to the deletion's task. */
async function startDeletion(deps: Dependencies, deletion: Deletion): Promise<void> {
  if (deletion.kind === "workspace")
    await endRuns(deps, deletion).catch((error: unknown) =>
      deps.logger.warn("runs not ended, left to the deletion's task", { deletionId: deletion.id }, error),
    );
  await enqueueDeletion(deps, deletion);
}

/** Deletes the reports of a deleted connection's runs in the background. */
export async function deleteReportsOf(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  const id = `reports-${workspaceId}-${connectionId}`;
  const deletion: Deletion = { kind: "reports", id, ...newProgress(deps), workspaceId, connectionId };
  await deps.deletions.create(deletion);
  await enqueueDeletion(deps, deletion);
}

const otherOwner = ({ members }: WorkspaceMembers, uid: string) =>
  members.find((member) => member.uid !== uid && member.role === "owner");

function outcomeFor(workspace: WorkspaceMembers, uid: string): "deleted" | "kept" | "blocking" {
  if (workspace.members.every((member) => member.uid === uid)) return "deleted";
  return otherOwner(workspace, uid) ? "kept" : "blocking";
}

function workspaceDeletion(
  deps: Pick<Dependencies, "clock">,
  { id, name }: WorkspaceMembers,
  deletedBy: string,
  recipients: { email: string }[],
): DeletionOf<"workspace"> {
  return {
    kind: "workspace",
    id: `workspace-${id}`,
    ...newProgress(deps),
    workspaceId: id,
    name,
    deletedBy,
    recipients,
    customerId: null,
  };
}

const newProgress = ({ clock }: Pick<Dependencies, "clock">) => ({
  requestedAt: toInstant(clock.now()),
  nextSweepAt: toInstant(addMs(clock.now(), taskGraceMs)),
  attempts: 0,
  done: [],
});

const notConfirmed = (field: string, userMessage: string): AppError =>
  new AppError("invalid-request", "The deletion is not confirmed.", {
    userMessage,
    details: { issues: [{ path: `body.${field}`, message: userMessage }] },
  });
