import type { Dependencies } from "../../composition/dependencies.js";
import { isToMembers } from "../../contract/channels/routes.js";
import { createToken, listTokens, revokeToken } from "../../features/tokens/manage-tokens.js";
import { exportAudit, listAudit } from "../../features/workspaces/audit.js";
import { createWorkspace, renameWorkspace } from "../../features/workspaces/create-workspace.js";
import * as invitations from "../../features/workspaces/invitations.js";
import { changeRole, listMembers, removeMember } from "../../features/workspaces/members.js";
import { type Handlers, nextPageHeader, page, Reply } from "../endpoint.js";

export const workspaceHandlers = (deps: Dependencies) =>
  ({
    createWorkspace: ({ actor, body }) => createWorkspace(deps, actor, body.name),
    getWorkspace: async ({ actor: { workspaceId, role, token } }) => ({
      id: workspaceId,
      name: await deps.workspaces.name(workspaceId),
      role,
      emailsMembers: (await deps.channels.routes(workspaceId)).some(isToMembers),
      token,
    }),
    renameWorkspace: ({ actor, body }) => renameWorkspace(deps, actor, body.name),
    listMembers: ({ actor }) => listMembers(deps, actor.workspaceId),
    changeRole: ({ actor, params, body }) => changeRole(deps, actor, params.uid, body.role),
    removeMember: ({ actor, params }) => removeMember(deps, actor, params.uid),
    leaveWorkspace: ({ actor }) => removeMember(deps, actor, actor.uid),
    listInvitations: ({ actor }) => invitations.listInvitations(deps, actor.workspaceId),
    inviteMember: ({ actor, body }) => invitations.inviteMember(deps, actor, body),
    resendInvitation: ({ actor, params }) => invitations.resendInvitation(deps, actor, params.id),
    revokeInvitation: ({ actor, params }) => invitations.revokeInvitation(deps, actor, params.id),
    previewInvitation: ({ body }) => invitations.previewInvitation(deps, body.token),
    signUpByInvitation: ({ body }) => invitations.signUpByInvitation(deps, body),
    acceptInvitation: ({ actor, body }) => invitations.acceptInvitation(deps, actor, body.token),
    listTokens: ({ actor }) => listTokens(deps, actor.workspaceId),
    createToken: ({ actor, body }) => createToken(deps, actor, body),
    revokeToken: ({ actor, params }) => revokeToken(deps, actor, params.id),
    listAudit: async ({ actor, query }) => page(await listAudit(deps, actor, query)),
    exportAudit: async ({ actor, query }) => {
      const { lines, nextCursor } = await exportAudit(deps, actor, query);
      return new Reply(lines, {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        ...nextPageHeader(nextCursor),
      });
    },
  }) satisfies Partial<Handlers>;
