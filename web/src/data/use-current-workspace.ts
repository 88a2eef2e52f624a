import { useQuery } from "@tanstack/react-query";
import type { Workspace } from "@contract/workspaces";
import { chosenWorkspace } from "@/lib/workspace-choice";
import { currentUserQuery } from "./user";

/** The workspace that the app shows; undefined until the person's workspaces are loaded. */
export function useCurrentWorkspace(): Workspace | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const chosen = chosenWorkspace();
  return user?.workspaces.find(({ id }) => id === chosen) ?? user?.workspaces[0];
}
