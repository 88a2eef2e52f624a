import type { DetectorKey } from "../../contract/detectors.js";
import type { SetupEstimate } from "../../contract/setups.js";
import { isNotJudged } from "../../engine/shares/not-judged.js";
import { isRecent } from "../data-settings/activity.js";
import type { Inventory } from "../data-settings/inventory.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../dependencies.js";

/**
 * Rows that one run of a selection would analyse, by the synced names: at most, since what is too rare to judge is
 * not billed.
 * @throws AppError `not-found` (connection)
 */
export async function estimateRows(
  { connections, schema, clock }: Pick<Dependencies, "connections" | "schema" | "clock">,
  uid: string,
  { connectionId, detectors }: { connectionId: string; detectors: readonly DetectorKey[] },
): Promise<SetupEstimate> {
  await connections.get(uid, connectionId);
  const { lastSyncedAt } = await schema.state(uid, connectionId);
  if (lastSyncedAt === null) return { rowsPerRun: null, perDetector: [] };
  const [inventory, exclusions] = await Promise.all([
    schema.inventory(uid, connectionId),
    schema.exclusions(uid, connectionId),
  ]);
  const counts = entityCounts(inventory, exclusions, clock.now());
  const perDetector = [...new Set(detectors)].map((key) => ({ key, rows: rowsOf(key, counts) }));
  return { rowsPerRun: perDetector.reduce((sum, { rows }) => sum + rows, 0), perDetector };
}

type EntityCounts = { events: number; eventProperties: number; userProperties: number };

function entityCounts(inventory: Inventory, exclusions: Exclusions, now: Date): EntityCounts {
  const events = inventory.events.filter(
    ({ name, lastDetectedAt }) => !exclusions.events.has(name) && isRecent(lastDetectedAt, now),
  );
  const eventProperties = events.flatMap((event) =>
    event.properties.filter(
      ({ name }) => !isNotJudged(name) && !exclusions.eventProperties.get(event.name)?.has(name),
    ),
  );
  const userProperties = inventory.userProperties.filter(
    ({ name }) => !isNotJudged(name) && !exclusions.userProperties.has(name),
  );
  return {
    events: events.length,
    eventProperties: eventProperties.length,
    userProperties: userProperties.length,
  };
}

/** `(all profiles)` and `(new profiles)` are the two rows of the profile count. */
const profileCountRows = 2;

function rowsOf(key: DetectorKey, { events, eventProperties, userProperties }: EntityCounts): number {
  switch (key) {
    case "event_count_change":
    case "event_stopped":
      return events;
    case "event_property_stopped":
    case "event_property_null_rate":
    case "event_property_distribution":
      return eventProperties;
    case "user_property_stopped":
    case "user_property_null_rate":
    case "user_property_distribution":
      return userProperties;
    case "user_profile_count_change":
      return profileCountRows;
  }
}
