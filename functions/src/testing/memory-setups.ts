import { connectionNotVerified } from "../features/connections/connection-errors.js";
import type { ConnectionRecord } from "../features/connections/connection-repository.js";
import { setupRunActive } from "../features/setups/setup-errors.js";
import type { SetupRecord, SetupRepository } from "../features/setups/setup-repository.js";
import { notFound, raise } from "../shared/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "setups";

export function memorySetups(db: MemoryDatabase): SetupRepository {
  const find = (uid: string, id: string) => db.get<SetupRecord>(uid, name, id);
  const get = (uid: string, id: string) => find(uid, id) ?? raise(notFound("setup"));
  const checkConnection = (uid: string, connectionId: string): void => {
    const connection = db.get<ConnectionRecord>(uid, "connections", connectionId);
    if (connection === null) throw notFound("connection");
    if (connection.status !== "verified") throw connectionNotVerified();
  };
  return {
    list: async (uid, page) => memoryPage(db.all<SetupRecord>(uid, name), page),
    find: async (uid, id) => find(uid, id),
    get: async (uid, id) => get(uid, id),
    create: async (uid, setup) => {
      checkConnection(uid, setup.connectionId);
      db.set(uid, name, setup.id, setup);
    },
    update: async (uid, id, change) => {
      const before = get(uid, id);
      const changes = change(before);
      if (changes.connectionId !== undefined) checkConnection(uid, changes.connectionId);
      const after = { ...before, ...changes };
      db.set(uid, name, id, after);
      return after;
    },
    delete: async (uid, id) => {
      get(uid, id);
      const runs = db.all<{ setupId: string; status: string }>(uid, "runs");
      if (runs.some(({ setupId, status }) => setupId === id && ["pending", "running"].includes(status)))
        throw setupRunActive();
      db.delete(uid, name, id);
    },
  };
}
