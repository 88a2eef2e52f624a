import { workspaceIdSchema, type WorkspaceId } from "@contract/workspaces";

const key = "plumbline-workspace";

/** The workspace chosen in this browser; null means the person's first one. */
export function chosenWorkspace(): WorkspaceId | null {
  return workspaceIdSchema.safeParse(localStorage.getItem(key)).data ?? null;
}

/**
 * Remembers the choice across reloads. The caller must also drop all data loaded for the previous workspace.
 */
export const chooseWorkspace = (id: WorkspaceId): void => localStorage.setItem(key, id);

export function forgetWorkspace(): void {
  localStorage.removeItem(key);
  firstWorkspace = null;
}

let firstWorkspace: WorkspaceId | null = null;

/** Remembers the person's first workspace. Naming it in requests saves the server one read per request. */
export const rememberFirstWorkspace = (id: WorkspaceId | undefined): void =>
  void (firstWorkspace = id ?? null);

/** The workspace to name in requests; null while it is unknown. */
export const requestedWorkspace = (): WorkspaceId | null => chosenWorkspace() ?? firstWorkspace;
