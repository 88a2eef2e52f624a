import type { TenantRecord, TenantRecordPage } from "../../common/tenant-records.js";
import {
  type CursorPosition,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../common/page.js";

/** Returns a page of records, newest first; ids break ties, as in Firestore. */
export function memoryPage<T extends CursorPosition>(records: T[], { limit, cursor }: PageRequest): Page<T> {
  const sorted = [...records].sort((a, b) => -compare(a, b));
  const position = cursor === undefined ? null : decodeCursor(cursor);
  const rest = position ? sorted.filter((record) => compare(record, position) < 0) : sorted;
  return pageOf(rest.slice(0, limit + 1), limit);
}

/** Builds a page from up to `limit + 1` records: the extra one only shows that there is a next page. */
export function pageOf<T extends CursorPosition>(records: T[], limit: number): Page<T> {
  const items = records.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: records.length > limit && last ? encodeCursor(last) : null };
}

const compare = (a: CursorPosition, b: CursorPosition): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.createdAt < b.createdAt ? -1 : 1;

/** Reads all tenants' records in pages. @param isReadable whether a record's document can be parsed */
export async function* tenantPages<T>(
  all: TenantRecord<T>[],
  pageSize: number,
  isReadable: (record: T) => boolean = () => true,
): AsyncGenerator<TenantRecordPage<T>> {
  for (let from = 0; from < all.length; from += pageSize) {
    const found = all.slice(from, from + pageSize);
    yield {
      items: found.filter(({ record }) => isReadable(record)),
      unreadable: found
        .filter(({ record }) => !isReadable(record))
        .map(({ workspaceId, record }) => ({ workspaceId, id: (record as { id: string }).id })),
    };
  }
}
