import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dependencies } from "../../../functions/src/composition/dependencies.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { findAccess } from "../../../functions/src/features/workspaces/ensure-user.js";
import { createApp } from "../../../functions/src/http/app.js";
import { createHandlers } from "../../../functions/src/http/handlers.js";

/** Serves the API on a free port. The token is used as the id of its user, whose first workspace has the same id. */
export async function serveApi(deps: Dependencies): Promise<{ base: string; close: () => void }> {
  const app = createApp({
    handlers: createHandlers(deps),
    verifyIdToken: async (token) => ({ uid: token, email: "bench@example.com", name: "Bench" }),
    authenticateToken: () => Promise.reject(new Error("no API tokens here")),
    findAccess: (identity, id) => findAccess(deps, identity, id ?? (identity.uid as WorkspaceId)),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    slackActions: (_req, res) => void res.end(),
    webhook: (_req, res) => void res.end(),
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, close: () => void server.close() };
}
