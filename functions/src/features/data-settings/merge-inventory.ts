import type { Inventory, InventoryEvent, InventoryProperty } from "./inventory.js";

/**
 * What was known, brought up to date with what was found: names stay known when they are no longer seen, the later
 * detection counts, the flags are the ones found.
 */
export const mergeInventory = (known: Inventory, found: Inventory): Inventory => ({
  events: mergeByName(known.events, found.events, mergeEvent),
  userProperties: mergeByName(known.userProperties, found.userProperties, mergeProperty),
});

const mergeEvent = (known: InventoryEvent, found: InventoryEvent): InventoryEvent => ({
  ...found,
  lastDetectedAt: later(known.lastDetectedAt, found.lastDetectedAt),
  properties: mergeByName(known.properties, found.properties, mergeProperty),
});

const mergeProperty = (known: InventoryProperty, found: InventoryProperty): InventoryProperty => ({
  name: found.name,
  lastDetectedAt: later(known.lastDetectedAt, found.lastDetectedAt),
});

function mergeByName<T extends { name: string }>(
  known: readonly T[],
  found: readonly T[],
  merge: (known: T, found: T) => T,
): T[] {
  const merged = new Map(known.map((entry) => [entry.name, entry]));
  for (const entry of found) merged.set(entry.name, merge(merged.get(entry.name) ?? entry, entry));
  return [...merged.values()].sort(byName);
}

/** The order of an inventory's lists. */
export const byName = (a: { name: string }, b: { name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** The later of two instants; either may be null. */
export const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;

/** Names kept of a project, events and properties together. A project with more sends names that no person chose. */
export const maxNames = 250_000;

/** The inventory with no more names than are kept; those detected last stay. */
export function capInventory({ events, userProperties }: Inventory, max = maxNames): Inventory {
  const all = [...events, ...events.flatMap(({ properties }) => properties), ...userProperties];
  if (all.length <= max) return { events, userProperties };
  const kept = new Set(all.sort((a, b) => (rank(a) < rank(b) ? 1 : -1)).slice(0, max));
  return {
    events: events
      .filter((event) => kept.has(event))
      .map((event) => ({ ...event, properties: event.properties.filter((property) => kept.has(property)) })),
    userProperties: userProperties.filter((property) => kept.has(property)),
  };
}

/** Events before properties detected at the same time, so that a property is not kept without its event. */
const rank = (entry: InventoryEvent | InventoryProperty): string =>
  `${entry.lastDetectedAt ?? ""}${"properties" in entry ? "~" : ""}`;
