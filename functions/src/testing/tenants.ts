import type { NewWorkspace } from "../features/users/user-repository.js";
import { randomUUID } from "node:crypto";
import type { WorkspaceId } from "../contract/workspaces.js";

/** Two workspaces that must never see each other's data. */
export const ada = "ada" as WorkspaceId;
export const bob = "bob" as WorkspaceId;

/** Returns the id of a workspace that no other test uses. */
export const newWorkspaceId = (): WorkspaceId => randomUUID() as string as WorkspaceId;

/** A workspace as a sign-up creates it. */
export const newWorkspace = (id: WorkspaceId, name: string, createdAt: string): NewWorkspace => ({
  id,
  name,
  entry: {
    id: `created-${id}`,
    createdAt,
    action: "workspace.created",
    via: "web",
    actor: { uid: "founder", email: "founder@example.com" },
    target: name,
    ip: null,
  },
});
