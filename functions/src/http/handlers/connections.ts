import { createConnection } from "../../features/connections/create-connection.js";
import { deleteConnection } from "../../features/connections/delete-connection.js";
import { toConnection } from "../../features/connections/to-connection.js";
import { updateConnection } from "../../features/connections/update-connection.js";
import { verifyConnection } from "../../features/connections/verify-connection.js";
import type { Dependencies } from "../../features/dependencies.js";
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
    const { items, nextCursor } = await deps.connections.list(actor.uid, query);
    return page({ items: items.map(toConnection), nextCursor });
  },
  getConnection: async ({ actor, params }) => toConnection(await deps.connections.get(actor.uid, params.id)),
  createConnection: ({ actor, body }) => createConnection(deps, actor.uid, body),
  updateConnection: ({ actor, params, body }) => updateConnection(deps, actor.uid, params.id, body),
  deleteConnection: async ({ actor, params }) => {
    await deleteConnection(deps, actor.uid, params.id);
    return undefined;
  },
  verifyConnection: ({ actor, params, logger }) =>
    verifyConnection({ ...deps, logger }, actor.uid, params.id),
});
