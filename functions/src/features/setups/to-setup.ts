import type { Setup } from "../../contract/setups.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Dependencies } from "../dependencies.js";
import type { SetupRecord } from "./setup-repository.js";

type Parts = Pick<Dependencies, "connections">;

/** A stored setup with what the API shows of its connection. */
export const toSetup = async ({ connections }: Parts, uid: string, record: SetupRecord): Promise<Setup> => ({
  ...record,
  connection: shownConnection(await connections.find(uid, record.connectionId)),
});

/** The same for a list; every connection is read once. */
export async function toSetups(
  { connections }: Parts,
  uid: string,
  records: readonly SetupRecord[],
): Promise<Setup[]> {
  const ids = [...new Set(records.map(({ connectionId }) => connectionId))];
  const found = await Promise.all(ids.map((id) => connections.find(uid, id)));
  const byId = new Map(ids.map((id, index) => [id, shownConnection(found[index] ?? null)]));
  return records.map((record) => ({ ...record, connection: byId.get(record.connectionId) ?? null }));
}

const shownConnection = (record: ConnectionRecord | null): Setup["connection"] =>
  record && {
    id: record.id,
    projectId: record.projectId,
    projectName: record.projectName,
    region: record.region,
    status: record.status,
  };
