import { connectionInUse } from "../../features/connections/connection-errors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { applyConnectionEdit, isOtherProject } from "../../features/connections/connection-record.js";
import type {
  ConnectionRecord,
  ConnectionRepository,
} from "../../features/connections/connection-repository.js";
import type { SetupRecord } from "../../features/setups/setup-repository.js";
import { assertBelowLimit } from "../../features/workspaces/workspace-errors.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "connections";

export function memoryConnections(db: MemoryDatabase): ConnectionRepository {
  const find = (workspaceId: WorkspaceId, id: string) => db.get<ConnectionRecord>(workspaceId, name, id);
  const get = (workspaceId: WorkspaceId, id: string) =>
    find(workspaceId, id) ?? raise(notFound("connection"));
  const assertUnused = async (workspaceId: WorkspaceId, id: string) => {
    get(workspaceId, id);
    if (db.all<SetupRecord>(workspaceId, "setups").some(({ connectionId }) => connectionId === id))
      throw connectionInUse();
  };
  return {
    list: async (workspaceId, page) => memoryPage(db.all<ConnectionRecord>(workspaceId, name), page),
    find: async (workspaceId, id) => find(workspaceId, id),
    get: async (workspaceId, id) => get(workspaceId, id),
    findVerified: async (workspaceId) =>
      memoryPage(
        db.all<ConnectionRecord>(workspaceId, name).filter(({ status }) => status === "verified"),
        { limit: 1 },
      ).items[0] ?? null,
    create: async (workspaceId, record) => {
      assertBelowLimit("connections", db.all(workspaceId, name).length);
      db.set(workspaceId, name, record.id, record);
    },
    update: async (workspaceId, id, change) => {
      const before = get(workspaceId, id);
      const after = applyConnectionEdit(before, change);
      db.set(workspaceId, name, id, after);
      if (isOtherProject(before, after)) db.delete(workspaceId, "schema", id);
      return { before, after };
    },
    applyVerification: async (workspaceId, id, revision, outcome) => {
      const before = find(workspaceId, id);
      if (before === null || before.revision !== revision) return before;
      const after = { ...before, ...(typeof outcome === "function" ? outcome(before) : outcome) };
      db.set(workspaceId, name, id, after);
      return after;
    },
    changeAnnotations: async (workspaceId, id, change) => {
      const before = find(workspaceId, id);
      if (before === null) return null;
      const after = { ...before, annotations: change(before) ?? before.annotations };
      db.set(workspaceId, name, id, after);
      return after;
    },
    sealedWithOtherKeys: async (keyId, limit) =>
      db.everyones<ConnectionRecord>(name, ({ secret }) => secret.keyId !== keyId).slice(0, limit),
    replaceSecret: async (workspaceId, id, before, after) => {
      const stored = find(workspaceId, id);
      if (stored?.secret.data === before.data && stored.secret.keyId === before.keyId)
        db.set(workspaceId, name, id, { ...stored, secret: after });
    },
    assertUnused,
    delete: async (workspaceId, id) => {
      await assertUnused(workspaceId, id);
      db.delete(workspaceId, name, id);
      db.delete(workspaceId, "schema", id);
    },
  };
}
