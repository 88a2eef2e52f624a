import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { hasAnnotations } from "./connection-record.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * Enqueues the task that writes or removes annotations. Failures are only logged.
 * @param occasion what triggers the task; the same occasion enqueues it once
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
    logger.warn("annotations not enqueued", { workspaceId, connectionId }, error);
  }
}

/** Enqueues the day's task that reads what people have saved in the project. Failures are only logged. */
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
    logger.warn("project context not enqueued", { workspaceId, connectionId }, error);
  }
}
