import { randomUUID } from "node:crypto";
import type { WorkspaceId } from "../contract/workspaces.js";

/** Two workspaces that must never see anything of each other. */
export const ada = "ada" as WorkspaceId;
export const bob = "bob" as WorkspaceId;

/** A workspace that no other test knows. */
export const newWorkspaceId = (): WorkspaceId => randomUUID() as string as WorkspaceId;
