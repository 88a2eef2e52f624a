import { connectionNotVerified } from "../../features/connections/connection-errors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { ConnectionRecord } from "../../features/connections/connection-repository.js";
import {
  setupIdTaken,
  setupRunActive,
  type SetupRecord,
  type SetupRepository,
} from "../../features/setups/setup-repository.js";
import { assertBelowLimit } from "../../features/workspaces/workspace-errors.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "setups";

export function memorySetups(db: MemoryDatabase): SetupRepository {
  const find = (workspaceId: WorkspaceId, id: string) => db.get<SetupRecord>(workspaceId, name, id);
  const get = (workspaceId: WorkspaceId, id: string) => find(workspaceId, id) ?? raise(notFound("setup"));
  const checkConnection = (workspaceId: WorkspaceId, connectionId: string): void => {
    const connection = db.get<ConnectionRecord>(workspaceId, "connections", connectionId);
    if (connection === null) throw notFound("connection");
    if (connection.status !== "verified") throw connectionNotVerified();
  };
  return {
    list: async (workspaceId, page) => memoryPage(db.all<SetupRecord>(workspaceId, name), page),
    find: async (workspaceId, id) => find(workspaceId, id),
    get: async (workspaceId, id) => get(workspaceId, id),
    create: async (workspaceId, setup) => {
      checkConnection(workspaceId, setup.connectionId);
      if (find(workspaceId, setup.id)) throw setupIdTaken();
      assertBelowLimit("setups", db.all(workspaceId, name).length);
      db.set(workspaceId, name, setup.id, setup);
    },
    update: async (workspaceId, id, change) => {
      const before = get(workspaceId, id);
      const changes = change(before);
      if (changes.connectionId !== undefined) checkConnection(workspaceId, changes.connectionId);
      const after = { ...before, ...changes };
      db.set(workspaceId, name, id, after);
      return after;
    },
    delete: async (workspaceId, id, check) => {
      const before = get(workspaceId, id);
      check?.(before);
      const runs = db.all<{ setupId: string; status: string }>(workspaceId, "runs");
      if (runs.some(({ setupId, status }) => setupId === id && ["pending", "running"].includes(status)))
        throw setupRunActive();
      db.delete(workspaceId, name, id);
    },
  };
}
