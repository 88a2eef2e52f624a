import { createHash } from "node:crypto";
import type { CreateRelease, Release } from "../../contract/integrations/releases.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";

/** As long as the aggregates that a release could explain are kept. */
const keptDays = 400;

/**
 * Records a release. Repeating the same call, as a rerun CI job does, returns the release that exists already.
 * @throws AppError `not-found` (connection)
 */
export async function recordRelease(
  deps: Pick<Dependencies, "releases" | "connections" | "clock">,
  workspaceId: WorkspaceId,
  { version, platform, at, url, connectionId }: CreateRelease,
): Promise<{ release: Release; isNew: boolean }> {
  if (connectionId !== undefined) await deps.connections.get(workspaceId, connectionId);
  const now = deps.clock.now();
  const identity = JSON.stringify([version, platform ?? null, at ?? null, connectionId ?? null]);
  const release: Release = {
    id: createHash("sha256").update(identity).digest("hex").slice(0, 24),
    createdAt: toInstant(now),
    version,
    platform: platform ?? null,
    at: at ?? toInstant(now),
    url: url ?? null,
    connectionId: connectionId ?? null,
  };
  return deps.releases.create(workspaceId, release, toInstant(addMs(now, keptDays * dayMs)));
}
