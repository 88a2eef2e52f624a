import type { ExclusionChange, Exclusions } from "./schema-repository.js";

/** Excluded names as stored: sorted, without duplicates. */
export type ExclusionNames = {
  events: string[];
  eventProperties: [event: string, property: string][];
  userProperties: string[];
};

export const emptyExclusionNames: ExclusionNames = { events: [], eventProperties: [], userProperties: [] };

export const toExclusions = (names: ExclusionNames): Exclusions => {
  const eventProperties = new Map<string, Set<string>>();
  for (const [event, property] of names.eventProperties) {
    const properties = eventProperties.get(event);
    if (properties) properties.add(property);
    else eventProperties.set(event, new Set([property]));
  }
  return { events: new Set(names.events), eventProperties, userProperties: new Set(names.userProperties) };
};

/** Applies the changes in order; of two changes to the same name, the later one counts. */
export function withChanges(names: ExclusionNames, changes: readonly ExclusionChange[]): ExclusionNames {
  const events = new Set(names.events);
  const userProperties = new Set(names.userProperties);
  const eventProperties = new Map(names.eventProperties.map((pair) => [JSON.stringify(pair), pair]));
  for (const change of changes)
    switch (change.kind) {
      case "event":
        toggle(events, change.event, change.isExcluded);
        break;
      case "userProperty":
        toggle(userProperties, change.property, change.isExcluded);
        break;
      case "eventProperty": {
        const pair: [string, string] = [change.event, change.property];
        if (change.isExcluded) eventProperties.set(JSON.stringify(pair), pair);
        else eventProperties.delete(JSON.stringify(pair));
      }
    }
  return {
    events: [...events].sort(),
    eventProperties: [...eventProperties].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair),
    userProperties: [...userProperties].sort(),
  };
}

const toggle = (names: Set<string>, name: string, isIn: boolean): void => {
  if (isIn) names.add(name);
  else names.delete(name);
};
