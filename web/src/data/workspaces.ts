import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditFilter, Role } from "@contract/workspaces";
import { callApi, callApiPage, type Page } from "@/lib/api-client";
import { useChange, inPages } from "@/lib/query-client";
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
    ...inPages,
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
const useWorkspaceChange = <T, R>(mutationFn: (input: T) => Promise<R>) =>
  useChange(mutationFn, [keys.workspace, keys.user]);

export const useRenameWorkspace = () =>
  useWorkspaceChange((name: string) => callApi("renameWorkspace", { body: { name } }));

export const useChangeRole = () =>
  useWorkspaceChange(({ uid, role }: { uid: string; role: Role }) =>
    callApi("changeRole", { params: { uid }, body: { role } }),
  );

export const useRemoveMember = () =>
  useWorkspaceChange((uid: string) => callApi("removeMember", { params: { uid } }));

export const useInviteMember = () =>
  useWorkspaceChange((body: { email: string; role: Role }) => callApi("inviteMember", { body }));

export const useResendInvitation = () =>
  useWorkspaceChange((id: string) => callApi("resendInvitation", { params: { id } }));

export const useRevokeInvitation = () =>
  useWorkspaceChange((id: string) => callApi("revokeInvitation", { params: { id } }));
