import { workspaceIdSchema, type WorkspaceId } from "@contract/workspaces";

const key = "plumbline-workspace";

/** The workspace that this browser shows; null for the person's first one. */
export function chosenWorkspace(): WorkspaceId | null {
  return workspaceIdSchema.safeParse(localStorage.getItem(key)).data ?? null;
}

/** Remembers the choice over reloads. Whoever calls this must also drop what was loaded for the previous workspace. */
export const chooseWorkspace = (id: WorkspaceId): void => localStorage.setItem(key, id);

export function forgetWorkspace(): void {
  localStorage.removeItem(key);
  firstWorkspace = null;
}

let firstWorkspace: WorkspaceId | null = null;

/** Remembers which workspace is the person's first one. Named in a request, it takes one read less to admit it. */
export const rememberFirstWorkspace = (id: WorkspaceId | undefined): void =>
  void (firstWorkspace = id ?? null);

/** The workspace that requests name; null while nothing is known. */
export const requestedWorkspace = (): WorkspaceId | null => chosenWorkspace() ?? firstWorkspace;
