import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AuditFilter, Role } from "@contract/workspaces";
import { callApi, callApiPage, type Page } from "@/lib/api-client";
import { reload } from "@/lib/query-client";
import { keys } from "./keys";

export const membersQuery = () =>
  queryOptions({ queryKey: [...keys.workspace, "members"], queryFn: () => callApi("listMembers") });

export const invitationsQuery = () =>
  queryOptions({ queryKey: [...keys.workspace, "invitations"], queryFn: () => callApi("listInvitations") });

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.workspace, "audit", filter],
    queryFn: ({ pageParam }) =>
      callApiPage("listAudit", { query: pageParam === null ? filter : { ...filter, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The matching part of the audit log as NDJSON. */
export async function readAuditFile(filter: AuditFilter): Promise<string> {
  let lines = "";
  let cursor: string | null = null;
  do {
    const page: Page<string> = await callApiPage("exportAudit", {
      query: cursor === null ? filter : { ...filter, cursor },
    });
    lines += page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines;
}

/** Changes the workspace, then reloads its members and invitations and the person's list of workspaces. */
function useWorkspaceMutation<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => reload(queryClient, keys.workspace, keys.user),
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
