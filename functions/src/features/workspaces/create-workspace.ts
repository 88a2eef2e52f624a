import type { Workspace, WorkspaceId } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { ensureRecord } from "./ensure-user.js";
import type { Actor, Identity } from "./actor.js";
import { newAuditEntry } from "./audit.js";
import { membershipOf, toWorkspace } from "./memberships.js";

type Deps = Pick<Dependencies, "workspaces" | "users" | "onVerified" | "clock" | "ids">;

/** Enough for agencies with one workspace per client; prevents one account from filling the database. */
const workspacesPerPerson = 20;

/**
 * Creates a workspace and makes the person its owner.
 * @throws AppError `limit-reached`
 */
export async function createWorkspace(deps: Deps, identity: Identity, name: string): Promise<Workspace> {
  const { uid } = (await ensureRecord(deps, identity)).user;
  const id = deps.ids.next() as WorkspaceId;
  await deps.workspaces.create(
    { id, name, entry: newAuditEntry(deps, identity, "workspace.created", name) },
    uid,
    (existing) => {
      if (existing.filter(({ role }) => role === "owner").length < workspacesPerPerson) return;
      throw new AppError("limit-reached", `At most ${workspacesPerPerson} workspaces a person.`, {
        userMessage: `You can own at most ${workspacesPerPerson} workspaces.`,
        details: { resource: "workspaces", limit: workspacesPerPerson },
      });
    },
  );
  return { id, name, role: "owner", emailNotifications: true };
}

export async function renameWorkspace(deps: Deps, actor: Actor, name: string): Promise<Workspace> {
  const entry = newAuditEntry(deps, actor, "workspace.renamed", name);
  await deps.workspaces.rename(actor.workspaceId, name, entry);
  return toWorkspace(await membershipOf(deps, actor));
}
