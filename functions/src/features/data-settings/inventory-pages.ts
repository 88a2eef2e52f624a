import { emptyInventory, type Inventory, type InventoryEvent, type InventoryProperty } from "./inventory.js";
import { byName } from "./merge-inventory.js";

/** Names per page. Keeps responses and the memory for them small, however many names a project has. */
const namesPerPage = 5_000;

/** How many of a project's most active names come on the first pages. */
const listedNames = 20_000;

/**
 * Splits the inventory into pages of at most `perPage` names; returns at least one page. The most active
 * names come first, then the others, each group sorted by name. An event counts as a name and is repeated on
 * every page that has properties of it.
 */
export function splitInventory(
  inventory: Inventory,
  perPage = namesPerPage,
  listed = listedNames,
): [Inventory, ...Inventory[]] {
  const [active, others] = byActivity(inventory, listed);
  return [...pagesOf(active, perPage), ...(others ? pagesOf(others, perPage) : [])];
}

function pagesOf({ events, userProperties }: Inventory, perPage: number): [Inventory, ...Inventory[]] {
  const pages: [Inventory, ...Inventory[]] = [{ events: [], userProperties: [] }];
  let left = perPage;
  /** The last page, or a new one if the last has no room for an event and one property. */
  const page = (): Inventory => {
    if (left < 2) {
      pages.push({ events: [], userProperties: [] });
      left = perPage;
    }
    return pages.at(-1)!;
  };
  for (const event of events)
    for (let from = 0; from === 0 || from < event.properties.length;) {
      const at = page();
      const properties = event.properties.slice(from, from + left - 1);
      at.events.push({ ...event, properties });
      left -= 1 + properties.length;
      from += Math.max(1, properties.length);
    }
  for (let from = 0; from < userProperties.length;) {
    const at = page();
    const part = userProperties.slice(from, from + left);
    at.userProperties.push(...part);
    left -= part.length;
    from += part.length;
  }
  return pages;
}

/** Counts events and properties; an event that continues on another page counts again there. */
export const countNames = ({ events, userProperties }: Inventory): number =>
  events.reduce((sum, { properties }) => sum + 1 + properties.length, userProperties.length);

/**
 * Splits off the `most` most active names; the second part is missing if there are no others. Ranks events by
 * events per day, then user properties, then the properties of the events in that order. Ties go to the one
 * seen last.
 */
function byActivity(inventory: Inventory, most: number): [Inventory, Inventory?] {
  if (countNames(inventory) <= most) return [inventory];
  const { events, userProperties } = inventory;
  const busiest = events.toSorted(
    (a, b) => (b.eventsPerDay ?? -1) - (a.eventsPerDay ?? -1) || byLastSeen(a, b),
  );
  const ranked = [
    ...busiest,
    ...userProperties.toSorted(byLastSeen),
    ...busiest.flatMap(({ properties }) => properties.toSorted(byLastSeen)),
  ];
  const active = new Set<InventoryEvent | InventoryProperty>(ranked.slice(0, most));
  return [
    {
      events: events
        .filter((event) => active.has(event))
        .map((event) => ({ ...event, properties: event.properties.filter((each) => active.has(each)) })),
      userProperties: userProperties.filter((each) => active.has(each)),
    },
    {
      events: events
        .map((event) => ({ ...event, properties: event.properties.filter((each) => !active.has(each)) }))
        .filter((event, index) => event.properties.length > 0 || !active.has(events[index]!)),
      userProperties: userProperties.filter((each) => !active.has(each)),
    },
  ];
}

const byLastSeen = (a: InventoryProperty, b: InventoryProperty): number =>
  (b.lastDetectedAt ?? "").localeCompare(a.lastDetectedAt ?? "");

/** Merges pages back into one inventory. */
export function joinPages(pages: readonly Inventory[]): Inventory {
  if (pages.length === 0) return emptyInventory;
  const events = new Map<string, InventoryEvent>();
  for (const event of pages.flatMap((page) => page.events)) {
    const known = events.get(event.name);
    events.set(
      event.name,
      known ? { ...known, properties: [...known.properties, ...event.properties].sort(byName) } : event,
    );
  }
  return {
    events: [...events.values()].sort(byName),
    userProperties: pages.flatMap((page) => page.userProperties).sort(byName),
  };
}
