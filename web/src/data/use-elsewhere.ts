import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import type { Workspace, WorkspaceId } from "@contract/workspaces";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { chooseWorkspace } from "@/lib/workspace-choice";
import { useCurrentWorkspace } from "./use-current-workspace";
import { currentUserQuery } from "./user";

/** Reads what an address names in another workspace; rejects if that doesn't have it either. */
type ReadIn = (workspaceId: WorkspaceId) => Promise<unknown>;

/**
 * For an address that the current workspace doesn't know. If another one of the person's workspaces does,
 * switches to that one and says so; everything on screen then loads again.
 * @param hint what else to say of a thing that wasn't found
 * @returns what the page for missing things shows: that it is looking, or where it looked
 */
export function useElsewhere(readIn: ReadIn, hint = ""): { isLooking: boolean; text: string } {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const current = useCurrentWorkspace();
  const user = useQuery(currentUserQuery());
  const workspaces = user.data?.workspaces ?? [];
  const search = useQuery({
    queryKey: ["elsewhere", current?.id, pathname],
    queryFn: user.data
      ? () =>
          findWorkspace(
            workspaces.filter(({ id }) => id !== current?.id),
            readIn,
          )
      : skipToken,
  });
  const found = search.data;
  useEffect(() => {
    if (!found) return;
    chooseWorkspace(found.id);
    toast({ title: `Switched to ${found.name}` });
    // Nothing from the previous workspace may stay on screen.
    void queryClient.resetQueries();
  }, [found, queryClient]);
  return {
    isLooking: Boolean(found) || (!user.isError && search.isPending),
    text: `${messages.notInWorkspaces(workspaces.map(({ name }) => name))} ${hint}`.trimEnd(),
  };
}

/** The first workspace that has it; null if none of those that answer does. */
async function findWorkspace(workspaces: readonly Workspace[], readIn: ReadIn): Promise<Workspace | null> {
  for (const workspace of workspaces) {
    const hasIt = await readIn(workspace.id).then(
      () => true,
      () => false,
    );
    if (hasIt) return workspace;
  }
  return null;
}
