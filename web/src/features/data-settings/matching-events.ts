import type { EventSetting, PropertySetting } from "@contract/data-settings";

export type EventMatch = { event: EventSetting; properties: readonly PropertySetting[] };

/**
 * Events whose name or properties contain `query` (lower case). If properties match, only those are returned; if only
 * the name matches, the event's own `properties` array is.
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
