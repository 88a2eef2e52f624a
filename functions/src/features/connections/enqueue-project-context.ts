import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { hasAnnotations } from "./connection-record.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueOrLog } from "../../ports/task-queue.js";

/**
 * Enqueues the task that writes or removes annotations. Failures are only logged.
 * @param occasion what triggers the task; the same occasion enqueues it once
 */
export async function enqueueAnnotations(
  deps: Pick<Dependencies, "queue" | "logger">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { occasion, notBefore }: { occasion: string; notBefore?: Date },
): Promise<void> {
  if (!hasAnnotations(connection)) return;
  const connectionId = connection.id;
  await enqueueOrLog(
    deps,
    "readProjectContext",
    { workspaceId, connectionId, about: "annotations" },
    { id: `annotations-${workspaceId}-${connectionId}-${occasion}`, ...(notBefore && { notBefore }) },
  );
}

/** Enqueues the day's task that reads what people have saved in the project. Failures are only logged. */
export const enqueueProjectContext = (
  deps: Pick<Dependencies, "queue" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> =>
  enqueueOrLog(
    deps,
    "readProjectContext",
    { workspaceId, connectionId },
    { id: `context-${workspaceId}-${connectionId}-${toInstant(deps.clock.now()).slice(0, 10)}` },
  );
