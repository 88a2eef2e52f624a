import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@contract/workspaces";
import { callApi, callApiPage } from "@/lib/api-client";
import { keys } from "./keys";

export const membersQuery = () =>
  queryOptions({ queryKey: [...keys.workspace, "members"], queryFn: () => callApi("listMembers") });

export const invitationsQuery = () =>
  queryOptions({ queryKey: [...keys.workspace, "invitations"], queryFn: () => callApi("listInvitations") });

export const auditQuery = () =>
  infiniteQueryOptions({
    queryKey: [...keys.workspace, "audit"],
    queryFn: ({ pageParam }) =>
      callApiPage("listAudit", { query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Changes the workspace, then reloads its members and invitations and the person's list of workspaces. */
function useWorkspaceMutation<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.workspace }),
        queryClient.invalidateQueries({ queryKey: keys.user }),
      ]),
  });
}

export const useRenameWorkspace = () =>
  useWorkspaceMutation((name: string) => callApi("renameWorkspace", { body: { name } }));

export const useChangeRole = () =>
  useWorkspaceMutation(({ uid, role }: { uid: string; role: Role }) =>
    callApi("changeRole", { params: { uid }, body: { role } }),
  );

export const useRemoveMember = () =>
  useWorkspaceMutation((uid: string) => callApi("removeMember", { params: { uid } }));

export const useInviteMember = () =>
  useWorkspaceMutation((body: { email: string; role: Role }) => callApi("inviteMember", { body }));

export const useResendInvitation = () =>
  useWorkspaceMutation((id: string) => callApi("resendInvitation", { params: { id } }));

export const useRevokeInvitation = () =>
  useWorkspaceMutation((id: string) => callApi("revokeInvitation", { params: { id } }));
