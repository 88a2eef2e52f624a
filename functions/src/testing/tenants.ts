import { randomUUID } from "node:crypto";
import type { WorkspaceId } from "../contract/workspaces.js";

/** Two workspaces that must never see each other's data. */
export const ada = "ada" as WorkspaceId;
export const bob = "bob" as WorkspaceId;

/** Returns the id of a workspace that no other test uses. */
export const newWorkspaceId = (): WorkspaceId => randomUUID() as string as WorkspaceId;
