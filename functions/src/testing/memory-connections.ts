import { connectionInUse } from "../features/connections/connection-errors.js";
import { changed, isOtherProject } from "../features/connections/changed.js";
import type {
  ConnectionRecord,
  ConnectionRepository,
} from "../features/connections/connection-repository.js";
import type { SetupRecord } from "../features/setups/setup-repository.js";
import { notFound, raise } from "../shared/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "connections";

export function memoryConnections(db: MemoryDatabase): ConnectionRepository {
  const find = (uid: string, id: string) => db.get<ConnectionRecord>(uid, name, id);
  const get = (uid: string, id: string) => find(uid, id) ?? raise(notFound("connection"));
  const assertUnused = async (uid: string, id: string) => {
    get(uid, id);
    if (db.all<SetupRecord>(uid, "setups").some(({ connectionId }) => connectionId === id))
      throw connectionInUse();
  };
  return {
    list: async (uid, page) => memoryPage(db.all<ConnectionRecord>(uid, name), page),
    find: async (uid, id) => find(uid, id),
    get: async (uid, id) => get(uid, id),
    findVerified: async (uid) =>
      memoryPage(
        db.all<ConnectionRecord>(uid, name).filter(({ status }) => status === "verified"),
        { limit: 1 },
      ).items[0] ?? null,
    create: async (uid, record) => db.set(uid, name, record.id, record),
    update: async (uid, id, change) => {
      const before = get(uid, id);
      const after = changed(before, change);
      db.set(uid, name, id, after);
      if (isOtherProject(before, after)) db.delete(uid, "schema", id);
      return { before, after };
    },
    applyVerification: async (uid, id, revision, outcome) => {
      const before = find(uid, id);
      if (before === null || before.revision !== revision) return before;
      const after = { ...before, ...(typeof outcome === "function" ? outcome(before) : outcome) };
      db.set(uid, name, id, after);
      return after;
    },
    assertUnused,
    delete: async (uid, id) => {
      await assertUnused(uid, id);
      db.delete(uid, name, id);
      db.delete(uid, "schema", id);
    },
  };
}
