import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { NamesInRun } from "../../engine/names/names.js";
import { updateNames } from "../../engine/names/update-names.js";
import { writeJson } from "../../ports/object-store.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { noticeId, readNames } from "./stored-names.js";

/**
 * Adds the names that a run has seen to the connection's. Failures are only logged: the next run sees the same days, so it
 * makes up for them.
 */
export async function recordNames(
  { objects, logger }: Pick<Dependencies, "objects" | "logger">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  runId: string,
  inRun: NamesInRun,
): Promise<void> {
  try {
    const known = await readNames(objects, workspaceId, connection);
    const names = updateNames(known, inRun, runId, noticeId);
    if (names !== known) await writeJson(objects, objectPaths.names(workspaceId, connection), names);
  } catch (error) {
    logger.warn("names not recorded", { workspaceId, connectionId: connection.id, runId }, error);
  }
}
