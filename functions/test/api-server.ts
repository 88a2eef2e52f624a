import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TokenScope } from "../src/contract/tokens.js";
import { createToken, revokeToken } from "../src/features/tokens/manage-tokens.js";
import type { Actor } from "../src/features/workspaces/actor.js";
import { tokenApi } from "../src/testing/served-world.js";
import type { Tenant, Worker } from "./worker.js";

/** The API on top of a worker's dependencies, for callers with an API token. */
export type ApiServer = {
  url: string;
  addToken(tenant: Tenant, scope: TokenScope): Promise<{ id: string; token: string }>;
  revoke(tenant: Tenant, id: string): Promise<void>;
  close(): Promise<void>;
};

export async function startApiServer({ deps }: Worker): Promise<ApiServer> {
  const server = createServer(tokenApi(deps));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ownerOf = async ({ workspaceId, email }: Tenant): Promise<Actor> => {
    const [owner] = await deps.workspaces.members(workspaceId);
    const { uid, role } = owner!;
    const person = { uid, email, isEmailVerified: true, displayName: "A Person" };
    return { ...person, signedInAt: deps.clock.now(), ip: null, token: null, workspaceId, role };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addToken: async (tenant, scope) =>
      createToken(deps, await ownerOf(tenant), { name: "Test", scope, expiresInDays: 1 }),
    revoke: async (tenant, id) => revokeToken(deps, await ownerOf(tenant), id),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
