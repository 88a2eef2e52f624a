import {
  mostUsedObjects,
  type Uses,
  type UseSummary,
  type UsedName,
  type WhoUses,
} from "../../contract/integrations/project-context.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { NameReference, UsedObject } from "../../engine/references/model.js";
import { usersOf } from "../../engine/references/reference-index.js";
import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { objectUrl } from "./mixpanel-links.js";
import { loadContext, type StoredContext } from "./stored-context.js";

type Deps = Pick<Dependencies, "connections" | "objects">;

/**
 * Who uses an event or property in Mixpanel.
 * @throws AppError `not-found` (connection), `invalid-request` without a name
 */
export async function whoUses(
  deps: Deps,
  workspaceId: WorkspaceId,
  connectionId: string,
  { event, property }: { event?: string | undefined; property?: string | undefined },
): Promise<WhoUses> {
  const connection = await deps.connections.get(workspaceId, connectionId);
  if (event === undefined && property === undefined)
    throw new AppError("invalid-request", "Neither an event nor a property is named.", {
      userMessage: "Name an event or a property.",
    });
  const name = { event: event ?? null, property: property ?? null };
  return usersIn(await loadContext(deps.objects, workspaceId, connection), connection, name);
}

/**
 * Turns a name into a reference as saved objects have it. A property without an event is a user property; at
 * least one of the two must be set.
 */
const referenceTo = ({ event, property }: UsedName): NameReference => {
  if (property === null) return { kind: "event", event: event! };
  return event === null ? { kind: "user-property", property } : { kind: "event-property", event, property };
};

/** How much a name is used, according to the stored context. Looked up for every finding of a run. */
export const useIn = (context: StoredContext | null, name: UsedName): UseSummary =>
  summaryOf(context?.readAt ? usersOf(context.index, referenceTo(name)) : []);

/** Who uses a name, according to the stored context; nobody if nothing is stored. */
export function usersIn(
  context: StoredContext | null,
  connection: Pick<ConnectionRecord, "region" | "projectId">,
  name: UsedName,
): WhoUses {
  if (!context?.readAt) return { readAt: null, isComplete: false, summary: summaryOf([]), objects: [] };
  const users = usersOf(context.index, referenceTo(name));
  const nameById = new Map(
    context.index.objects.map((object) => [`${parentKind(object)}${object.id}`, object.name]),
  );
  return {
    readAt: context.readAt,
    isComplete: context.isComplete,
    summary: summaryOf(users),
    objects: users.slice(0, mostUsedObjects).map((object) => ({
      kind: object.kind,
      name: object.name,
      owner: object.owner,
      views: object.views,
      modifiedAt: object.modifiedAt,
      parentName:
        object.parentId === null
          ? null
          : (nameById.get(`${object.kind === "alert" ? "report" : "dashboard"}${object.parentId}`) ?? null),
      url: objectUrl(connection, object),
    })),
  };
}

/** The kind within which ids are unique: all types of reports share one set of ids. */
const parentKind = ({ kind }: UsedObject): string =>
  kind === "dashboard" || kind === "cohort" || kind === "alert" ? kind : "report";

/** The uses of all names in a connection's project. @throws AppError `not-found` (connection) */
export async function listUses(deps: Deps, workspaceId: WorkspaceId, connectionId: string): Promise<Uses> {
  const connection = await deps.connections.get(workspaceId, connectionId);
  const context = await loadContext(deps.objects, workspaceId, connection);
  if (!context?.readAt)
    return { readAt: null, isComplete: false, events: [], eventProperties: [], userProperties: [] };
  const { objects, events, eventProperties, userProperties } = context.index;
  const summaryAt = (places: Iterable<number>) => summaryOf([...places].map((place) => objects[place]!));
  const ofAnyEvent = new Map(
    eventProperties.flatMap(([event, property, places]) =>
      event === null ? [[property, places] as const] : [],
    ),
  );
  return {
    readAt: context.readAt,
    isComplete: context.isComplete,
    events: events.map(([event, places]) => ({ event, use: summaryAt(places) })),
    eventProperties: eventProperties.map(([event, property, places]) => ({
      event,
      property,
      use: summaryAt(new Set([...places, ...(ofAnyEvent.get(property) ?? [])])),
    })),
    userProperties: userProperties.map(([property, places]) => ({ property, use: summaryAt(places) })),
  };
}

function summaryOf(objects: readonly UsedObject[]): UseSummary {
  const counts: UseSummary["counts"] = {};
  let views = 0;
  for (const object of objects) {
    counts[object.kind] = (counts[object.kind] ?? 0) + 1;
    views += object.views ?? 0;
  }
  return { counts, views };
}
