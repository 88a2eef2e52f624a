import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { hasAnnotations } from "../connections/connection-record.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * Asks for annotations to be written or removed. Nothing waits for it, and it may fail.
 * @param occasion what it is asked for after: the same is asked for once
 */
export async function enqueueAnnotations(
  { queue, logger }: Pick<Dependencies, "queue" | "logger">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { occasion, notBefore }: { occasion: string; notBefore?: Date },
): Promise<void> {
  if (!hasAnnotations(connection)) return;
  const connectionId = connection.id;
  try {
    const id = `annotations-${workspaceId}-${connectionId}-${occasion}`;
    await queue.enqueue(
      "readProjectContext",
      { workspaceId, connectionId, about: "annotations" },
      { id, ...(notBefore && { notBefore }) },
    );
  } catch (error) {
    logger.warn("annotations not asked for", { workspaceId, connectionId }, error);
  }
}

/** Asks for the day's reading of what people have saved in the project. Nothing waits for it, and it may fail. */
export async function enqueueProjectContext(
  { queue, clock, logger }: Pick<Dependencies, "queue" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  const day = toInstant(clock.now()).slice(0, 10);
  try {
    const id = `context-${workspaceId}-${connectionId}-${day}`;
    await queue.enqueue("readProjectContext", { workspaceId, connectionId }, { id });
  } catch (error) {
    logger.warn("project context not asked for", { workspaceId, connectionId }, error);
  }
}
