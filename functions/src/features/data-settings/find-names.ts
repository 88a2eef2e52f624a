import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Inventory } from "./inventory.js";
import { countNames, joinPages } from "./inventory-pages.js";
import type { SchemaRepository } from "./schema-repository.js";

/**
 * A search stops after the page on which it has found this many names; the caller may continue from there.
 */
const enoughNames = 2_000;

/**
 * Finds names that contain a text, ignoring case, starting at a page. An event that matches by its own name
 * is returned with all of its properties.
 * @returns `next`: the page where the search continues; null if all pages were searched
 */
export async function findNames(
  schema: Pick<SchemaRepository, "inventoryPage">,
  workspaceId: WorkspaceId,
  connectionId: string,
  { search, page: first }: { search: string; page: number },
): Promise<{ names: Inventory; next: number | null; total: number }> {
  const text = search.toLowerCase();
  const found: Inventory[] = [];
  for (let page = first, count = 0; ; page++) {
    // One page at a time: all names of a project together would take too much memory.
    const { names, pages, total } = await schema.inventoryPage(workspaceId, connectionId, page);
    const matching = matchingNames(names, text);
    found.push(matching);
    count += countNames(matching);
    const isLast = page + 1 >= pages;
    if (isLast || count >= enoughNames)
      return { names: joinPages(found), next: isLast ? null : page + 1, total };
  }
}

function matchingNames({ events, userProperties }: Inventory, text: string): Inventory {
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text);
  return {
    events: events.flatMap((event) => {
      if (matches(event)) return [event];
      const properties = event.properties.filter(matches);
      return properties.length > 0 ? [{ ...event, properties }] : [];
    }),
    userProperties: userProperties.filter(matches),
  };
}
