import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { api, type EndpointName } from "@contract/api";
import type { Endpoint } from "@contract/endpoints/endpoint";
import { hasRole, type Workspace, type WorkspaceId } from "@contract/workspaces";
import { paths } from "@/config/paths";
import { chooseWorkspace, chosenWorkspace } from "@/lib/workspace-choice";
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

/** The person's address, if it isn't verified and the server would refuse the call for that; else undefined. */
export function useUnverifiedEmail(name: EndpointName): string | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const { needsVerifiedEmail }: Endpoint = api[name];
  return needsVerifiedEmail && user?.emailVerified === false ? user.email : undefined;
}

/** Returns a function that opens the Home of another of the person's workspaces. */
export function useOpenWorkspace(): (id: WorkspaceId) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (id) => {
    chooseWorkspace(id);
    // Nothing from the previous workspace may stay on screen, and its ids in the address don't exist in the
    // new one.
    void navigate(paths.home);
    queryClient.clear();
  };
}
