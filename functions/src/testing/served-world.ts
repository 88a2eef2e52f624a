import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dependencies } from "../composition/dependencies.js";
import type { TokenScope } from "../contract/tokens.js";
import { authenticateToken } from "../features/tokens/authenticate-token.js";
import { createToken } from "../features/tokens/manage-tokens.js";
import { findAccess } from "../features/workspaces/ensure-user.js";
import { createApp } from "../http/app.js";
import { createHandlers } from "../http/handlers.js";
import { deliver, runWorld, workspaceId } from "./run-world.js";

/** The API for callers with an API token. */
export const tokenApi = (deps: Dependencies) =>
  createApp({
    handlers: createHandlers(deps),
    verifyIdToken: () => Promise.reject(new Error("API tokens only")),
    authenticateToken: (token, request) => authenticateToken(deps, token, request),
    findAccess: (identity, id) => findAccess(deps, identity, id),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    webhook: (_req, res) => void res.end(),
    slackActions: (_req, res) => void res.end(),
  });

/** Serves `runWorld` over HTTP for callers with an API token. Every GET request first delivers the due tasks. */
export async function servedWorld() {
  const deps = await runWorld();
  const app = tokenApi(deps);
  const server = createServer((req, res) => {
    const object = /^\/objects\/([^?]+)/.exec(req.url ?? "")?.[1];
    if (object !== undefined)
      void deps.objects.read(decodeURIComponent(object)).then((data) => res.end(data ?? undefined));
    else void (req.method === "GET" ? deliver(deps) : Promise.resolve(0)).then(() => app(req, res));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  deps.objects.downloadUrl = async (path) => `${url}/objects/${encodeURIComponent(path)}`;
  return {
    deps,
    url,
    /** Creates an API token of the workspace's owner. */
    addToken: (scope: TokenScope) => {
      const person = { uid: "ada", email: "ada@example.com", isEmailVerified: true, displayName: "Ada" };
      const owner = {
        ...person,
        signedInAt: deps.clock.now(),
        ip: null,
        token: null,
        workspaceId,
        role: "owner" as const,
      };
      return createToken(deps, owner, { name: "Test", scope, expiresInDays: 1 });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
