import { isNamed, namesOf, type Subject } from "../../contract/findings/finding.js";
import type { UseSummary } from "../../contract/integrations/project-context.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { loadContext } from "./stored-context.js";
import { useIn } from "./who-uses.js";

/**
 * Returns a lookup of who uses a finding's event or property; null if nobody does or it isn't known. Failures
 * are only logged, and a message then doesn't mention use.
 */
export async function findUse(
  { connections, objects, logger }: Pick<Dependencies, "connections" | "objects" | "logger">,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<(subject: Subject) => UseSummary | null> {
  try {
    const connection = await connections.find(workspaceId, connectionId);
    const context = connection && (await loadContext(objects, workspaceId, connection));
    if (!context) return () => null;
    return (subject) => {
      if (!isNamed(subject)) return null;
      const use = useIn(context, namesOf(subject));
      return Object.keys(use.counts).length > 0 ? use : null;
    };
  } catch (error) {
    logger.warn("uses not read", { workspaceId, connectionId }, error);
    return () => null;
  }
}
