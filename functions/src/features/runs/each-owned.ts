import { eachOf } from "../../shared/each-of.js";
import type { Owned, OwnedPage, OwnedId } from "./run-repository.js";

/**
 * Works through documents of all tenants, page by page, until there are no more or `isOver` says so after a page. One
 * that fails is told of and keeps no other from its turn; those that cannot be read are left to the caller.
 */
export async function eachOwned<T>(
  pages: AsyncIterable<OwnedPage<T>>,
  atOnce: number,
  isOver: () => boolean,
  work: (item: Owned<T>) => Promise<unknown>,
  onFailure: (item: Owned<T>, error: unknown) => void,
): Promise<{ done: number; failed: number; unreadable: OwnedId[] }> {
  let [done, found] = [0, 0];
  const unreadable: OwnedId[] = [];
  for await (const page of pages) {
    found += page.items.length;
    unreadable.push(...page.unreadable);
    done += await eachOf(page.items, atOnce, work, onFailure);
    if (isOver()) break;
  }
  return { done, failed: found - done, unreadable };
}
