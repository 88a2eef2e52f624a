import type { WorkspaceId } from "../contract/workspaces.js";
import { eachOf } from "./each-of.js";

/** A tenant's document found by a query over all tenants. */
export type TenantRecord<T> = { workspaceId: WorkspaceId; record: T };

export type TenantRecordId = { workspaceId: WorkspaceId; id: string };

/** `unreadable`: documents of the page that failed to parse; they are logged and left out of `items`. */
export type TenantRecordPage<T> = { items: TenantRecord<T>[]; unreadable: TenantRecordId[] };

/**
 * Calls `work` for the documents of all tenants, page by page, until there are no more or `isOver` returns true after a
 * page. A document whose work fails is reported to `onFailure` and does not stop the others.
 * @returns how many succeeded and failed, and the documents that could not be read
 */
export async function forEachTenantRecord<T>(
  pages: AsyncIterable<TenantRecordPage<T>>,
  atOnce: number,
  isOver: () => boolean,
  work: (item: TenantRecord<T>) => Promise<unknown>,
  onFailure: (item: TenantRecord<T>, error: unknown) => void,
): Promise<{ done: number; failed: number; unreadable: TenantRecordId[] }> {
  let [done, found] = [0, 0];
  const unreadable: TenantRecordId[] = [];
  for await (const page of pages) {
    found += page.items.length;
    unreadable.push(...page.unreadable);
    done += await eachOf(page.items, atOnce, work, onFailure);
    if (isOver()) break;
  }
  return { done, failed: found - done, unreadable };
}
