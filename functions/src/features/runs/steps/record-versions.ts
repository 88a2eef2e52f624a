import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addDays } from "../../../common/days.js";
import type { VersionArrival } from "../../../engine/segments/versions/version-arrivals.js";
import { dayIn } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { recordChange } from "../../connections/project-changes.js";

/** Earlier runs recorded older versions. On the first days of the data, a version may only seem to be new. */
const recentDays = 14;

/**
 * Records app versions that reached 5% of a platform or project in the last two weeks. Called after the run
 * has ended; failures are only logged.
 */
export async function recordVersions(
  deps: Pick<Dependencies, "objects" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { versions }: { versions: readonly VersionArrival[] },
): Promise<void> {
  try {
    const today = dayIn(connection.capabilities?.timeZone ?? "UTC", deps.clock.now());
    const oldest = addDays(today, -recentDays);
    for (const arrival of versions) {
      const { day } = arrival;
      const [version, platform] = [arrival.name, arrival.platform].map(textIn);
      if (day < oldest || !version) continue;
      await recordChange(deps, workspaceId, connection, {
        kind: "version",
        day,
        subject: version,
        ...(platform && { platform }),
        title: `Version ${version} reached 5% of ${platform ? `${platform} events` : "the events"}`,
      });
    }
  } catch (error) {
    deps.logger.warn("versions not recorded", { workspaceId, connectionId: connection.id }, error);
  }
}

/** The text of a value, which aggregates store as JSON; null if it is empty or not text. */
function textIn(json: string | null): string | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
