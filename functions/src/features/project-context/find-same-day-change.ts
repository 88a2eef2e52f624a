import type { SameDayChange } from "../../contract/incidents/began-together.js";
import { dayBegan, type Finding, onsetOf } from "../../contract/findings/finding.js";
import { nearbyHours } from "../../contract/integrations/project-context.js";
import type { Release } from "../../contract/integrations/releases.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { startOfHour } from "../../common/hours.js";
import { dayIn, hourMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { loadContext } from "./stored-context.js";

type Deps = Pick<Dependencies, "connections" | "objects" | "releases" | "logger">;

/** The most releases to consider, those recorded last. */
const mostReleases = 200;

/**
 * Returns a lookup of the annotation in Mixpanel on the day on which a problem began, or else the nearest release in the
 * 12 hours before it, or else the release on its day. Failures are only logged: incidents then don't say what happened on
 * the day they began.
 */
export async function findSameDayChange(
  { connections, objects, releases, logger }: Deps,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<(finding: Finding) => SameDayChange | null> {
  try {
    const connection = await connections.find(workspaceId, connectionId);
    if (!connection) return () => null;
    const [context, released] = await Promise.all([
      loadContext(objects, workspaceId, connection),
      releasesOf({ releases }, workspaceId, connection),
    ]);
    const timeZone = connection.capabilities?.timeZone ?? "UTC";
    return (finding) => {
      const began = dayBegan(finding);
      const annotation = context?.annotations.find((one) => one.day === began);
      if (annotation) return { kind: "annotation", name: annotation.text };
      const start = startOfOnset(finding, timeZone);
      const [nearest] = (start === null ? [] : released)
        .map(({ at, version }) => ({ version, hours: hoursFrom(start!, at) }))
        .filter(({ hours }) => hours <= 0 && -hours <= nearbyHours)
        .map(({ version, hours }) => ({ version, hoursBefore: Math.abs(hours) }))
        .sort((a, b) => a.hoursBefore - b.hoursBefore);
      if (nearest) return { kind: "release", name: nearest.version, hoursBefore: nearest.hoursBefore };
      const release = released.find((one) => one.day === began);
      return release ? { kind: "release", name: release.version } : null;
    };
  } catch (error) {
    logger.warn("changes not read", { workspaceId, connectionId }, error);
    return () => null;
  }
}

/** Whole hours from the start of the hour in which a problem began to an instant, rounded down; null if that hour isn't known. */
export function hoursAfterOnset(finding: Finding, timeZone: string, at: string): number | null {
  const start = startOfOnset(finding, timeZone);
  return start === null ? null : hoursFrom(start, at);
}

function startOfOnset(finding: Finding, timeZone: string): number | null {
  const onset = onsetOf(finding);
  return onset && startOfHour(onset.day, onset.hour, timeZone);
}

const hoursFrom = (start: number, at: string): number => Math.floor((Date.parse(at) - start) / hourMs);

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
