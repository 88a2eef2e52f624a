import { createConnection } from "../../features/connections/create-connection.js";
import { deleteConnection } from "../../features/connections/delete-connection.js";
import { toConnection } from "../../features/connections/connection-record.js";
import { updateConnection } from "../../features/connections/update-connection.js";
import { verifyConnection } from "../../features/connections/verify-connection.js";
import { deleteReportsOf } from "../../features/deletion/request-deletion.js";
import { recordAudit } from "../../features/workspaces/audit.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { type Handlers, page } from "../endpoint.js";

type Names =
  | "listConnections"
  | "getConnection"
  | "createConnection"
  | "updateConnection"
  | "deleteConnection"
  | "verifyConnection";

export const connectionHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  listConnections: async ({ actor, query }) => {
    const { items, nextCursor } = await deps.connections.list(actor.workspaceId, query);
    return page({ items: items.map(toConnection), nextCursor });
  },
  getConnection: async ({ actor, params }) =>
    toConnection(await deps.connections.get(actor.workspaceId, params.id)),
  createConnection: async ({ actor, body }) => {
    const created = await createConnection(deps, actor.workspaceId, body);
    await recordAudit(deps, actor, "connection.created", created.projectName ?? created.projectId);
    return created;
  },
  updateConnection: async ({ actor, params, body }) => {
    const updated = await updateConnection(deps, actor.workspaceId, params.id, body);
    await recordAudit(deps, actor, "connection.updated", updated.projectName ?? updated.projectId);
    return updated;
  },
  deleteConnection: async ({ actor, params, query }) => {
    const { projectName, projectId } = await deps.connections.get(actor.workspaceId, params.id);
    await deleteConnection(deps, actor.workspaceId, params.id);
    if (query.reports === "delete") await deleteReportsOf(deps, actor.workspaceId, params.id);
    await recordAudit(deps, actor, "connection.deleted", projectName ?? projectId);
    return undefined;
  },
  verifyConnection: ({ actor, params, body, logger }) =>
    verifyConnection({ ...deps, logger }, actor, params.id, body),
});
