import { emptyInventory, type Inventory, type InventoryEvent } from "./inventory.js";

/** Names on one page, so that an answer and what it takes to make it stay small however many names a project has. */
const namesPerPage = 25_000;

/**
 * The inventory in pages of so many names at most; at least one page. An event counts as a name, and is on every page that
 * has properties of it.
 */
export function splitInventory(
  { events, userProperties }: Inventory,
  perPage = namesPerPage,
): [Inventory, ...Inventory[]] {
  const pages: [Inventory, ...Inventory[]] = [{ events: [], userProperties: [] }];
  let left = perPage;
  /** The page that has room for one more name. */
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

/** Puts pages together again. */
export function joinPages(pages: readonly Inventory[]): Inventory {
  const events: InventoryEvent[] = [];
  for (const event of pages.flatMap((page) => page.events)) {
    const last = events.at(-1);
    if (last?.name === event.name)
      events[events.length - 1] = { ...last, properties: [...last.properties, ...event.properties] };
    else events.push(event);
  }
  return pages.length === 0
    ? emptyInventory
    : { events, userProperties: pages.flatMap((page) => page.userProperties) };
}
