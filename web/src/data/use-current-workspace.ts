import { useQuery } from "@tanstack/react-query";
import { api, type EndpointName } from "@contract/api";
import { hasRole, type Workspace } from "@contract/workspaces";
import { chosenWorkspace } from "@/lib/workspace-choice";
import { currentUserQuery } from "./user";

/** The workspace that the app shows; undefined until the person's workspaces are loaded. */
export function useCurrentWorkspace(): Workspace | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const chosen = chosenWorkspace();
  return user?.workspaces.find(({ id }) => id === chosen) ?? user?.workspaces[0];
}

/**
 * Whether the person's role in the current workspace allows a call: what the server would refuse isn't offered.
 * @param untilKnown the answer until the role is known; most people may, so by default nothing appears later
 */
export function useMay(name: EndpointName, untilKnown = true): boolean {
  const workspace = useCurrentWorkspace();
  const { access } = api[name];
  if (access === "public" || access === "signed-in") return true;
  return workspace ? hasRole(workspace.role, access) : untilKnown;
}
