import type { WorkspaceId } from "../contract/workspaces.js";
import { eachOf } from "./each-of.js";

/** A tenant's document found by a query over all tenants. */
export type TenantRecord<T> = { workspaceId: WorkspaceId; record: T };

export type TenantRecordId = { workspaceId: WorkspaceId; id: string };

/** `unreadable`: documents of the page that failed to parse; they are logged and left out of `items`. */
export type TenantRecordPage<T> = { items: TenantRecord<T>[]; unreadable: TenantRecordId[] };

/** Default number of a workspace's documents to process before other workspaces get their turn. */
const usualShare = 20;
/** At most this many documents beyond their workspace's share are kept for later. The next tick finds the rest again. */
const maxPostponed = 5_000;

/**
 * Calls `work` for the documents of all tenants, page by page. Workspaces take turns, one document each per round: first
 * every workspace gets its share, then the rest are processed. Stops when there are no more documents or when `isOver`
 * returns true. `isOver` is checked after each batch of `concurrency`, so at least one batch runs. A document whose work
 * fails is reported to `onFailure` and doesn't stop the others.
 * @returns how many succeeded and failed, and the documents that couldn't be read
 */
export async function forEachTenantRecord<T>(
  pages: AsyncIterable<TenantRecordPage<T>>,
  concurrency: number,
  isOver: () => boolean,
  work: (item: TenantRecord<T>) => Promise<unknown>,
  onFailure: (item: TenantRecord<T>, error: unknown) => void,
  share = usualShare,
): Promise<{ done: number; failed: number; unreadable: TenantRecordId[] }> {
  let [done, failed] = [0, 0];
  const workOn = async (items: readonly TenantRecord<T>[]) => {
    for (let from = 0; from < items.length && (done + failed === 0 || !isOver()); from += concurrency) {
      const some = items.slice(from, from + concurrency);
      const succeeded = await eachOf(some, concurrency, work, onFailure);
      done += succeeded;
      failed += some.length - succeeded;
    }
  };
  const unreadable: TenantRecordId[] = [];
  const found = new Map<WorkspaceId, number>();
  const rounds: TenantRecord<T>[][] = [];
  let postponed = 0;
  for await (const page of pages) {
    unreadable.push(...page.unreadable);
    const shares: TenantRecord<T>[][] = [];
    for (const item of page.items) {
      const earlier = found.get(item.workspaceId) ?? 0;
      if (earlier < share) (shares[earlier] ??= []).push(item);
      else if (postponed < maxPostponed) {
        (rounds[earlier - share] ??= []).push(item);
        postponed++;
      } else continue;
      found.set(item.workspaceId, earlier + 1);
    }
    await workOn(shares.flat());
    if (isOver()) return { done, failed, unreadable };
  }
  await workOn(rounds.flat());
  return { done, failed, unreadable };
}
