import { isIgnoredProperty } from "../../contract/names/property-names.js";
import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { checksPerRun, type CheckableCounts } from "../../contract/prices/check-usage.js";
import type { SetupEstimate } from "../../contract/setups.js";
import { isRecent } from "../data-settings/activity.js";
import type { Inventory } from "../data-settings/inventory.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../../composition/dependencies.js";

/**
 * Estimates, from the synced names, how many billable checks one run of some detectors makes. There may be fewer, since
 * what is too rare to judge isn't billed.
 * @throws AppError `not-found` (connection)
 */
export async function estimateRows(
  { connections, schema, clock }: Pick<Dependencies, "connections" | "schema" | "clock">,
  workspaceId: WorkspaceId,
  { connectionId, detectors }: { connectionId: string; detectors: readonly DetectorKey[] },
): Promise<SetupEstimate> {
  await connections.get(workspaceId, connectionId);
  const { lastSyncedAt } = await schema.state(workspaceId, connectionId);
  if (lastSyncedAt === null) return { rowsPerRun: null, perDetector: [] };
  const [inventory, exclusions] = await Promise.all([
    schema.inventory(workspaceId, connectionId),
    schema.exclusions(workspaceId, connectionId),
  ]);
  const counts = checkableCounts(inventory, exclusions, clock.now());
  const perDetector = [...new Set(detectors)].map((key) => ({
    key,
    rows: checksPerRun(detectorOf(key).subject, counts),
  }));
  return { rowsPerRun: perDetector.reduce((sum, { rows }) => sum + rows, 0), perDetector };
}

function checkableCounts(inventory: Inventory, exclusions: Exclusions, now: Date): CheckableCounts {
  const events = inventory.events.filter(
    ({ name, lastDetectedAt }) => !exclusions.events.has(name) && isRecent(lastDetectedAt, now),
  );
  const eventProperties = events.flatMap((event) =>
    event.properties.filter(
      ({ name }) => !isIgnoredProperty(name) && !exclusions.eventProperties.get(event.name)?.has(name),
    ),
  );
  const userProperties = inventory.userProperties.filter(
    ({ name }) => !isIgnoredProperty(name) && !exclusions.userProperties.has(name),
  );
  return {
    events: events.length,
    eventProperties: eventProperties.length,
    userProperties: userProperties.length,
  };
}
