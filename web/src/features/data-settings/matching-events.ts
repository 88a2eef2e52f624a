import type { EventSetting, PropertySetting } from "@contract/data-settings";

export type EventMatch = { event: EventSetting; properties: readonly PropertySetting[] };

/**
 * Events that have `query` (lower case) in their name, with all their properties, and events that
 * have it only in properties, with those.
 */
export function matchingEvents(events: readonly EventSetting[], query: string): EventMatch[] {
  if (query === "") return events.map((event) => ({ event, properties: event.properties }));
  return events.flatMap((event) => {
    const properties = event.properties.filter(({ propertyName }) =>
      propertyName.toLowerCase().includes(query),
    );
    if (properties.length > 0) return [{ event, properties }];
    return event.eventName.toLowerCase().includes(query) ? [{ event, properties: event.properties }] : [];
  });
}
