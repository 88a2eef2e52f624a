import type { EventSetting } from "@contract/data-settings";
import type { Changes } from "./changes";

export const eventOrders = ["name", "last-detected", "volume"] as const;
export type EventOrder = (typeof eventOrders)[number];

/**
 * Filters and sorts events. `excludedOnly` keeps those that are excluded or have excluded properties, plus
 * those with unsaved changes. `isUnused` keeps those it returns true for.
 */
export function arrangeEvents(
  events: readonly EventSetting[],
  {
    order,
    excludedOnly,
    isUnused,
  }: { order: EventOrder; excludedOnly: boolean; isUnused?: ((event: EventSetting) => boolean) | undefined },
  changes: Changes,
): EventSetting[] {
  const isListed = ({ id, isExcluded }: { id: string; isExcluded: boolean }) => isExcluded || changes.has(id);
  const listed = events.filter(
    (event) =>
      (!excludedOnly || isListed(event) || event.properties.some(isListed)) && (isUnused?.(event) ?? true),
  );
  return listed.sort(comparisons[order]);
}

const comparisons: Record<EventOrder, (a: EventSetting, b: EventSetting) => number> = {
  name: (a, b) => a.eventName.localeCompare(b.eventName),
  "last-detected": (a, b) => (b.lastDetectedAt ?? "").localeCompare(a.lastDetectedAt ?? ""),
  volume: (a, b) => (b.eventsPerDay ?? -1) - (a.eventsPerDay ?? -1),
};
