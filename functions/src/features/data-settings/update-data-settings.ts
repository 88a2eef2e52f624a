import type { UpdateDataSettings } from "../../contract/data-settings.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { resolveConnection } from "./resolve-connection.js";
import type { Inventory } from "./inventory.js";
import type { ExclusionChange } from "./schema-repository.js";
import { eventId, eventPropertyId, userPropertyId } from "./setting-ids.js";

/**
 * Moves the switches that are named; all of them or none.
 * @throws AppError `not-found` for an unknown connection, event or property
 */
export async function updateDataSettings(
  deps: Pick<Dependencies, "connections" | "schema">,
  workspaceId: WorkspaceId,
  connectionId: string | undefined,
  body: UpdateDataSettings,
): Promise<void> {
  const connection =
    (await resolveConnection(deps, workspaceId, connectionId)) ?? raise(notFound("connection"));
  const changes = namedChanges(await deps.schema.inventory(workspaceId, connection.id), body);
  if (changes.length > 0) await deps.schema.changeExclusions(workspaceId, connection.id, changes);
}

function namedChanges({ events, userProperties }: Inventory, body: UpdateDataSettings): ExclusionChange[] {
  const eventById = new Map(events.map(({ name }) => [eventId(name), name]));
  const propertyById = new Map(
    events.flatMap(({ name: event, properties }) =>
      properties.map(
        ({ name: property }) => [eventPropertyId(event, property), { event, property }] as const,
      ),
    ),
  );
  const userPropertyById = new Map(userProperties.map(({ name }) => [userPropertyId(name), name]));
  return [
    ...body.events.map(({ id, isExcluded }) => ({
      kind: "event" as const,
      event: eventById.get(id) ?? raise(notFound("event")),
      isExcluded,
    })),
    ...body.eventProperties.map(({ id, isExcluded }) => ({
      kind: "eventProperty" as const,
      ...(propertyById.get(id) ?? raise(notFound("property"))),
      isExcluded,
    })),
    ...body.userProperties.map(({ id, isExcluded }) => ({
      kind: "userProperty" as const,
      property: userPropertyById.get(id) ?? raise(notFound("property")),
      isExcluded,
    })),
  ];
}
