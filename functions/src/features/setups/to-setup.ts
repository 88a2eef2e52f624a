import type { Setup } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { UnreadableError } from "../../common/errors.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { SetupRecord } from "./setup-repository.js";

type Deps = Pick<Dependencies, "connections" | "logger">;

/** A stored setup with its connection as the API shows it. */
export const toSetup = async (
  deps: Deps,
  workspaceId: WorkspaceId,
  { tested: _, ...record }: SetupRecord,
): Promise<Setup> => ({
  ...record,
  connection: shownConnection(await findReadable(deps, workspaceId, record.connectionId)),
});

/** Does the same for a list; each connection is read once. */
export async function toSetups(
  deps: Deps,
  workspaceId: WorkspaceId,
  records: readonly SetupRecord[],
): Promise<Setup[]> {
  const ids = [...new Set(records.map(({ connectionId }) => connectionId))];
  const found = await Promise.all(ids.map((id) => findReadable(deps, workspaceId, id)));
  const byId = new Map(ids.map((id, index) => [id, shownConnection(found[index] ?? null)]));
  return records.map(({ tested: _, ...record }) => ({
    ...record,
    connection: byId.get(record.connectionId) ?? null,
  }));
}

/** Logs an unreadable connection and returns null, so that its setups are shown and can be moved to another one. */
async function findReadable({ connections, logger }: Deps, workspaceId: WorkspaceId, id: string) {
  try {
    return await connections.find(workspaceId, id);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    logger.error("unreadable document left out", { path: error.path }, error);
    return null;
  }
}

const shownConnection = (record: ConnectionRecord | null): Setup["connection"] =>
  record && {
    id: record.id,
    projectId: record.projectId,
    projectName: record.projectName,
    region: record.region,
    status: record.status,
  };
