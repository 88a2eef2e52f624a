import { editsSchema } from "../../contract/common.js";
import type { z } from "zod";
import type { DataSettings, dataSettingsQuerySchema, PropertySetting } from "../../contract/data-settings.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isRecent } from "./activity.js";
import { resolveConnection } from "./resolve-connection.js";
import type { InventoryEvent, InventoryProperty, Inventory } from "./inventory.js";
import type { Exclusions, SchemaRepository } from "./schema-repository.js";
import { eventId, eventPropertyId, userPropertyId } from "./setting-ids.js";
import { SegmentPlans } from "./segment-plans.js";
import { syncStatus } from "./sync-status.js";
import { countNames, joinPages } from "./inventory-pages.js";

/**
 * Events and properties of the requested connection, else of the newest verified one; empty if there is none.
 * @param search returns only names that contain this text
 * @param cursor the number of the page of names
 * @throws AppError `not-found` for an unknown connection
 */
export async function getDataSettings(
  deps: Pick<Dependencies, "connections" | "schema" | "objects" | "clock">,
  workspaceId: WorkspaceId,
  { connectionId, search, cursor }: z.output<typeof dataSettingsQuerySchema>,
): Promise<DataSettings> {
  const connection = await resolveConnection(deps, workspaceId, connectionId);
  if (connection === null)
    return {
      connection: null,
      events: [],
      userProperties: [],
      namesTotal: 0,
      lastSyncedAt: null,
      latestSync: null,
      nextCursor: null,
      segmentBy: null,
      segmentProperties: [],
      ...editsSchema.parse({}),
    };
  const page = Number(cursor ?? 0);
  const [state, { names, next, total }, exclusions, edits, segmentBy, latest] = await Promise.all([
    deps.schema.state(workspaceId, connection.id),
    search === undefined
      ? readPage(deps.schema, workspaceId, connection.id, page)
      : findNames(deps.schema, workspaceId, connection.id, { search, page }),
    deps.schema.exclusions(workspaceId, connection.id),
    deps.schema.exclusionEdits(workspaceId, connection.id),
    deps.schema.segmentBy(workspaceId, connection.id),
    new SegmentPlans(deps.objects, workspaceId, connection).latest(),
  ]);
  const now = deps.clock.now();
  return {
    connection: { id: connection.id },
    events: names.events.map((event) => eventSetting(event, exclusions, now)),
    userProperties: names.userProperties.map((property) =>
      propertySetting(
        property,
        userPropertyId(property.name),
        exclusions.userProperties.has(property.name),
        now,
      ),
    ),
    lastSyncedAt: state.lastSyncedAt,
    latestSync: syncStatus(state.latestSync, now),
    nextCursor: next === null ? null : String(next),
    namesTotal: total,
    segmentBy,
    segmentProperties: latest.segmentProperties,
    ...edits,
  };
}

async function readPage(schema: SchemaRepository, ...where: [WorkspaceId, string, number]) {
  const { names, pages, total } = await schema.inventoryPage(...where);
  const next = where[2] + 1;
  return { names, total, next: next < pages ? next : null };
}

function eventSetting(event: InventoryEvent, exclusions: Exclusions, now: Date) {
  const excluded = exclusions.eventProperties.get(event.name);
  return {
    id: eventId(event.name),
    eventName: event.name,
    isActive: !event.isDropped && isRecent(event.lastDetectedAt, now),
    isExcluded: exclusions.events.has(event.name),
    lastDetectedAt: event.lastDetectedAt,
    eventsPerDay: isRecent(event.lastDetectedAt, now) ? (event.eventsPerDay ?? null) : null,
    properties: event.properties.map((property) =>
      propertySetting(
        property,
        eventPropertyId(event.name, property.name),
        excluded?.has(property.name) ?? false,
        now,
      ),
    ),
  };
}

const propertySetting = (
  { name, lastDetectedAt }: InventoryProperty,
  id: string,
  isExcluded: boolean,
  now: Date,
): PropertySetting => ({
  id,
  propertyName: name,
  isActive: isRecent(lastDetectedAt, now),
  isExcluded,
  lastDetectedAt,
});

/**
 * A search stops after the page on which it has found this many names; the caller may continue from there.
 */
const enoughNames = 2_000;

/**
 * Finds names that contain a text, ignoring case, starting at a page. An event that matches by its own name
 * is returned with all of its properties.
 * @returns `next`: the page where the search continues; null if all pages were searched
 */
async function findNames(
  schema: Pick<SchemaRepository, "inventoryPage">,
  workspaceId: WorkspaceId,
  connectionId: string,
  { search, page: first }: { search: string; page: number },
): Promise<{ names: Inventory; next: number | null; total: number }> {
  const text = search.toLowerCase();
  const found: Inventory[] = [];
  for (let page = first, count = 0; ; page++) {
    // One page at a time: all names of a project together would take too much memory.
    const { names, pages, total } = await schema.inventoryPage(workspaceId, connectionId, page);
    const matching = matchingNames(names, text);
    found.push(matching);
    count += countNames(matching);
    const isLast = page + 1 >= pages;
    if (isLast || count >= enoughNames)
      return { names: joinPages(found), next: isLast ? null : page + 1, total };
  }
}

function matchingNames({ events, userProperties }: Inventory, text: string): Inventory {
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text);
  return {
    events: events.flatMap((event) => {
      if (matches(event)) return [event];
      const properties = event.properties.filter(matches);
      return properties.length > 0 ? [{ ...event, properties }] : [];
    }),
    userProperties: userProperties.filter(matches),
  };
}
