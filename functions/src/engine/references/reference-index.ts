import { allEvents } from "./references.js";
import type { Definitions, NameReference, References, UsedObject } from "./model.js";

/** The saved objects that use each name. `objects` is in order of importance; names have ascending indexes into it. */
export type ReferenceIndex = {
  objects: UsedObject[];
  events: [event: string, objects: number[]][];
  /** If `event` is null, it is a property of any event. */
  eventProperties: [event: string | null, property: string, objects: number[]][];
  userProperties: [property: string, objects: number[]][];
};

/** Ends circular references, and is deeper than any definition that a person can build. */
const maxDepth = 20;

/** Resolves references to names, looking up the definitions they refer to. Unknown definitions are left out. */
export function resolveReferences(references: References, definitions: Definitions): NameReference[] {
  const found = new Map<string, NameReference>();
  resolve(references, definitions, (reference) => found.set(JSON.stringify(reference), reference), 0);
  return [...found.values()];
}

function resolve(
  { events, properties, userProperties, cohorts }: References,
  definitions: Definitions,
  add: (reference: NameReference) => void,
  depth: number,
): void {
  if (depth > maxDepth) return;
  const follow = (references: References | undefined) => {
    if (references) resolve(references, definitions, add, depth + 1);
  };
  for (const event of events) {
    const definition = definitionOf(event, definitions);
    if (definition === null) add({ kind: "event", event });
    else follow(definition);
  }
  for (const property of userProperties) add({ kind: "user-property", property });
  for (const id of cohorts) follow(definitions.cohorts.get(id));
  for (const { events: scope, name, id } of properties) {
    const names = scope === null ? [null] : eventNames(scope, definitions, depth);
    if (name !== null) for (const event of names) add({ kind: "event-property", event, property: name });
    const custom = id === null ? undefined : definitions.customProperties.get(id);
    if (custom)
      follow({
        ...custom,
        properties: custom.properties.map((one) => ({ ...one, events: one.events ?? scope })),
      });
  }
}

/** The definition of a token; undefined if it is unknown, null if `event` is a plain event name. */
function definitionOf(event: string, { customEvents, metrics }: Definitions): References | undefined | null {
  const [, kind, id = ""] = /^\$(custom_event|metric):(\d+)$/.exec(event) ?? [];
  if (kind === undefined) return null;
  return kind === "custom_event" ? customEvents.get(id) : metrics.get(id)?.references;
}

/** Names of the events that a property belongs to; null stands for any event. */
function eventNames(scope: readonly string[], definitions: Definitions, depth: number): (string | null)[] {
  if (depth > maxDepth) return [];
  return scope.flatMap((event) => {
    if (allEvents.has(event)) return [null];
    const definition = definitionOf(event, definitions);
    if (definition === null) return [event];
    const metric = /^\$metric:(\d+)$/.exec(event)?.[1];
    const behind = metric ? (definitions.metrics.get(metric)?.events ?? []) : [...(definition?.events ?? [])];
    return eventNames(behind, definitions, depth + 1);
  });
}

/** Builds the index of saved objects. The most viewed ones come first, then the most recently changed. */
export function referenceIndex(
  used: readonly { object: UsedObject; references: readonly NameReference[] }[],
): ReferenceIndex {
  const ordered = [...used].sort((a, b) => byImportance(a.object, b.object));
  const places = new Map<string, { reference: NameReference; objects: number[] }>();
  ordered.forEach(({ references }, place) => {
    for (const reference of references) {
      const key = JSON.stringify(reference);
      const entry = places.get(key);
      if (!entry) places.set(key, { reference, objects: [place] });
      else if (entry.objects.at(-1) !== place) entry.objects.push(place);
    }
  });
  const index: ReferenceIndex = {
    objects: ordered.map(({ object }) => object),
    events: [],
    eventProperties: [],
    userProperties: [],
  };
  for (const { reference, objects } of places.values()) {
    if (reference.kind === "event") index.events.push([reference.event, objects]);
    else if (reference.kind === "user-property") index.userProperties.push([reference.property, objects]);
    else index.eventProperties.push([reference.event, reference.property, objects]);
  }
  return index;
}

const byImportance = (a: UsedObject, b: UsedObject): number =>
  (b.views ?? 0) - (a.views ?? 0) || (b.modifiedAt ?? "").localeCompare(a.modifiedAt ?? "");

/** Saved objects that use a name, most important first. For an event property, includes uses that name no event. */
export function usersOf(index: ReferenceIndex, name: NameReference): UsedObject[] {
  const places = [...new Set(placesOf(index, name))].sort((a, b) => a - b);
  return places.map((place) => index.objects[place]!);
}

function placesOf(
  { events, eventProperties, userProperties }: ReferenceIndex,
  name: NameReference,
): number[] {
  switch (name.kind) {
    case "event":
      return events.find(([event]) => event === name.event)?.[1] ?? [];
    case "user-property":
      return userProperties.find(([property]) => property === name.property)?.[1] ?? [];
    case "event-property":
      return eventProperties
        .filter(([event, property]) => property === name.property && (event === null || event === name.event))
        .flatMap(([, , objects]) => objects);
  }
}
