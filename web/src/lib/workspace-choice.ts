import { workspaceIdSchema, type WorkspaceId } from "@contract/workspaces";

const key = "plumbline-workspace";

/** The workspace that this browser shows; null for the person's first one. */
export function chosenWorkspace(): WorkspaceId | null {
  return workspaceIdSchema.safeParse(localStorage.getItem(key)).data ?? null;
}

/** Remembers the choice over reloads. Whoever calls this must also drop what was loaded for the previous workspace. */
export const chooseWorkspace = (id: WorkspaceId): void => localStorage.setItem(key, id);

export const forgetWorkspace = (): void => localStorage.removeItem(key);
