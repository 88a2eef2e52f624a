import type { SameDayChange } from "../../contract/incidents/began-together.js";
import type { Release } from "../../contract/integrations/releases.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { dayIn } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { loadContext } from "./stored-context.js";

type Deps = Pick<Dependencies, "connections" | "objects" | "releases" | "logger">;

/** The most releases to consider, those recorded last. */
const mostReleases = 200;

/**
 * Returns a lookup of the annotation in Mixpanel on a project day, or else the release on it. Failures are only logged:
 * incidents then don't say what happened on the day they began.
 */
export async function findSameDayChange(
  { connections, objects, releases, logger }: Deps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<(day: string) => SameDayChange | null> {
  try {
    const connection = await connections.find(workspaceId, connectionId);
    if (!connection) return () => null;
    const [context, released] = await Promise.all([
      loadContext(objects, workspaceId, connection),
      releasesOf({ releases }, workspaceId, connection),
    ]);
    return (day) => {
      const annotation = context?.annotations.find((one) => one.day === day);
      if (annotation) return { kind: "annotation", name: annotation.text };
      const release = released.find((one) => one.day === day);
      return release ? { kind: "release", name: release.version } : null;
    };
  } catch (error) {
    logger.warn("changes not read", { workspaceId, connectionId }, error);
    return () => null;
  }
}

/** Releases that may concern a connection, each with its project day, most recently recorded first. */
export async function releasesOf(
  { releases }: Pick<Deps, "releases">,
  workspaceId: WorkspaceId,
  { id, capabilities }: ConnectionRecord,
): Promise<(Release & { day: string })[]> {
  const { items } = await releases.list(workspaceId, { limit: mostReleases });
  return items
    .filter(({ connectionId }) => connectionId === null || connectionId === id)
    .map((release) => ({ ...release, day: dayIn(capabilities?.timeZone ?? "UTC", new Date(release.at)) }));
}
