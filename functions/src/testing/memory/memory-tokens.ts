import type { TokenRecord, TokenRepository } from "../../features/tokens/token-repository.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";

export function memoryTokens(db: MemoryDatabase): TokenRepository {
  const all = (id: WorkspaceId) =>
    db.all<TokenRecord>(id, "tokens").sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const find = (workspaceId: WorkspaceId, id: string) => db.get<TokenRecord>(workspaceId, "tokens", id);
  return {
    list: async (workspaceId) => all(workspaceId),
    findByHash: async (hash) => {
      for (const workspaceId of db.workspaces("tokens")) {
        const token = all(workspaceId).find((each) => each.hash === hash);
        if (token) return { workspaceId, token };
      }
      return null;
    },
    create: async (workspaceId, token, check, entry) => {
      check(all(workspaceId));
      db.set(workspaceId, "tokens", token.id, token);
      db.set(workspaceId, "audit", entry.id, entry);
    },
    delete: async (workspaceId, id, entryOf) => {
      const entry = entryOf(find(workspaceId, id) ?? raise(notFound("token")));
      db.delete(workspaceId, "tokens", id);
      db.set(workspaceId, "audit", entry.id, entry);
    },
    markUsed: async (workspaceId, id, at) => {
      const token = find(workspaceId, id);
      if (token) db.set(workspaceId, "tokens", id, { ...token, lastUsedAt: at });
    },
  };
}
