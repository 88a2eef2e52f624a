import type { Edit } from "../../contract/common.js";
import type { UpdateDataSettings } from "../../contract/data-settings.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor } from "../workspaces/actor.js";
import { excludeNames } from "./exclude-names.js";
import { resolveConnection } from "./resolve-connection.js";
import type { ExclusionChange } from "./schema-repository.js";
import { eventId, eventPropertyId, userPropertyId } from "./setting-ids.js";

/**
 * Changes the given exclusions and the properties to segment by, all or none.
 * @throws AppError `not-found` for an unknown connection, event or property; `edit-conflict`
 */
export async function updateDataSettings(
  deps: Dependencies,
  actor: Actor,
  connectionId: string | undefined,
  body: UpdateDataSettings,
  edit: Edit = { fromFile: false },
): Promise<void> {
  const { workspaceId } = actor;
  const connection =
    (await resolveConnection(deps, workspaceId, connectionId)) ?? raise(notFound("connection"));
  const changes = await namedChanges(deps, workspaceId, connection.id, body);
  await excludeNames(deps, actor, connection, changes, edit, body.segmentBy);
}

/**
 * Resolves ids to names. Ids are hashes, so this searches all names, page by page, and keeps only the
 * requested ones.
 */
async function namedChanges(
  { schema }: Pick<Dependencies, "schema">,
  workspaceId: WorkspaceId,
  connectionId: string,
  body: UpdateDataSettings,
): Promise<ExclusionChange[]> {
  const wanted = new Set(
    [body.events, body.eventProperties, body.userProperties].flatMap((list) => list.map(({ id }) => id)),
  );
  const found = new Map<string, { event: string; property: string }>();
  const keep = (id: string, event: string, property: string) => {
    if (wanted.has(id)) found.set(id, { event, property });
  };
  for (let page = 0, more = wanted.size > 0; more; page++) {
    const { names, pages } = await schema.inventoryPage(workspaceId, connectionId, page);
    for (const { name, properties } of names.events) {
      keep(eventId(name), name, "");
      for (const property of properties) keep(eventPropertyId(name, property.name), name, property.name);
    }
    for (const { name } of names.userProperties) keep(userPropertyId(name), "", name);
    more = page + 1 < pages;
  }
  const get = (id: string, kind: string) => found.get(id) ?? raise(notFound(kind));
  return [
    ...body.events.map(({ id, isExcluded }) => ({
      kind: "event" as const,
      event: get(id, "event").event,
      isExcluded,
    })),
    ...body.eventProperties.map(({ id, isExcluded }) => ({
      kind: "eventProperty" as const,
      ...get(id, "property"),
      isExcluded,
    })),
    ...body.userProperties.map(({ id, isExcluded }) => ({
      kind: "userProperty" as const,
      property: get(id, "property").property,
      isExcluded,
    })),
  ];
}
