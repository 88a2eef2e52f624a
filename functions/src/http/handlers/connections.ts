import {
  createConnection,
  updateConnection,
  deleteConnection,
} from "../../features/connections/manage-connections.js";
import {
  hasAnnotations,
  isOtherProject,
  toConnection,
} from "../../features/connections/connection-record.js";
import { verifyConnection } from "../../features/connections/verify-connection.js";
import { startFirstSync } from "../../features/data-settings/start-sync.js";
import { deleteReportsOf } from "../../features/deletion/request-deletion.js";
import {
  shownAnnotations,
  switchAnnotations,
} from "../../features/project-context/annotations/switch-annotations.js";
import { recordAudit } from "../../features/workspaces/audit.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { type Handlers, page } from "../endpoint.js";

export const connectionHandlers = (deps: Dependencies) =>
  ({
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
      const before = await deps.connections.get(actor.workspaceId, params.id);
      const { projectId = before.projectId, region = before.region } = body;
      if (hasAnnotations(before) && isOtherProject(before, { projectId, region }))
        await switchAnnotations(deps, actor.workspaceId, params.id, false);
      const updated = await updateConnection(deps, actor.workspaceId, params.id, body);
      await recordAudit(deps, actor, "connection.updated", updated.projectName ?? updated.projectId);
      return updated;
    },
    deleteConnection: async ({ actor, params, query }) => {
      const connection = await deps.connections.get(actor.workspaceId, params.id);
      const { projectName, projectId } = connection;
      await deps.connections.assertUnused(actor.workspaceId, params.id);
      // Without the connection, they could only be removed by hand.
      if (hasAnnotations(connection)) await switchAnnotations(deps, actor.workspaceId, params.id, false);
      // First, because after a failure the connection can be deleted again only while it exists.
      if (query.reports === "delete") await deleteReportsOf(deps, actor.workspaceId, params.id);
      await deleteConnection(deps, actor.workspaceId, params.id);
      await recordAudit(deps, actor, "connection.deleted", projectName ?? projectId);
    },
    verifyConnection: async ({ actor, params, body, logger }) => {
      const verified = await verifyConnection({ ...deps, logger }, actor, params.id, body);
      await recordAudit(deps, actor, "connection.verified", verified.projectName ?? verified.projectId);
      if (verified.status === "verified")
        await startFirstSync({ ...deps, logger }, actor.workspaceId, params.id);
      return verified;
    },
    getMixpanelAnnotations: async ({ actor, params }) =>
      shownAnnotations(await deps.connections.get(actor.workspaceId, params.id)),
    switchMixpanelAnnotations: async ({ actor, params, body: { isOn }, logger }) => {
      const { projectName, projectId } = await deps.connections.get(actor.workspaceId, params.id);
      const switched = await switchAnnotations({ ...deps, logger }, actor.workspaceId, params.id, isOn);
      const action = isOn ? "connection.annotations-on" : "connection.annotations-off";
      await recordAudit(deps, actor, action, projectName ?? projectId);
      return switched;
    },
  }) satisfies Partial<Handlers>;
