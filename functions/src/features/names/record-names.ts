import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { NamesInRun } from "../../engine/names/names.js";
import { updateNames } from "../../engine/names/update-names.js";
import { readJson, updateJson } from "../../ports/object-store.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { noticeId, parseNames } from "./stored-names.js";

/** Adds the names that a committed run has seen to the connection's, once. */
export async function recordNamesOfRun(
  deps: Pick<Dependencies, "objects" | "logger">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  runId: string,
): Promise<void> {
  const path = objectPaths.runNames(workspaceId, runId);
  const inRun = (await readJson(deps.objects, path)) as NamesInRun | null;
  if (inRun === null) return;
  await recordNames(deps, workspaceId, connection, runId, inRun);
  await deps.objects.delete(path);
}

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
    // Runs of several setups may end at the same time.
    await updateJson(objects, objectPaths.names(workspaceId, connection), (stored) =>
      updateNames(stored === null ? null : parseNames(stored), inRun, runId, noticeId),
    );
  } catch (error) {
    logger.warn("names not recorded", { workspaceId, connectionId: connection.id, runId }, error);
  }
}
