import type { EventSetting, PropertySetting } from "@contract/data-settings";

export type EventMatch = { event: EventSetting; properties: readonly PropertySetting[] };

/**
 * Events that have `query` (lower case) in properties, with those, and events that have it only in their name, with
 * their own `properties` array: nothing inside was searched for.
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
