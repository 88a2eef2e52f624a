import type { WorkspaceId } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";

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
