import { AppError } from "./errors.js";

/** One page of a list, newest first. `nextCursor` is null on the last page. */
export type Page<T> = { items: T[]; nextCursor: string | null };
export type PageRequest = { limit: number; cursor?: string | undefined };

/** Where a page ended: the sort key (an instant) and the id that breaks ties. */
export type CursorPosition = { createdAt: string; id: string };

export const encodeCursor = ({ createdAt, id }: CursorPosition): string =>
  Buffer.from(`${createdAt}|${id}`).toString("base64url");

/** @throws AppError `invalid-request` for text that `encodeCursor` did not produce */
export function decodeCursor(cursor: string): CursorPosition {
  // Firestore accepts positions from year 1 on, without reserved ids.
  const match = /^((?!0000)\d{4}-\d\d-\d\dT[\d:.]+Z)\|((?!__.*__$)[A-Za-z0-9_-]{1,128})$/.exec(
    Buffer.from(cursor, "base64url").toString("utf8"),
  );
  if (!match || Number.isNaN(Date.parse(match[1]!))) throw unknownCursor();
  return { createdAt: match[1]!, id: match[2]! };
}

export const unknownCursor = (): AppError =>
  new AppError("invalid-request", "Unknown cursor.", {
    details: { issues: [{ path: "query.cursor", message: "Unknown cursor." }] },
  });

/** All pages of a list. */
export async function allItems<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await list({ limit: 100, cursor });
    found.push(...items);
    if (nextCursor === null) return found;
    cursor = nextCursor;
  }
}

/** The most that a filter reads for one page. */
const maxRead = 1_000;

/**
 * A page of the records that match. It may be short or empty and still have a next one, because only `maxRead` records
 * are searched for a page.
 * @param batchSize how many records are read at once
 */
export async function matchingPage<T extends CursorPosition>(
  list: (page: PageRequest) => Promise<Page<T>>,
  { limit, cursor: from }: PageRequest,
  matches: (record: T) => boolean,
  batchSize = 200,
): Promise<Page<T>> {
  let cursor = from;
  const items: T[] = [];
  for (let read = 0; read < maxRead; read += batchSize) {
    const page = await list({ limit: batchSize, cursor });
    for (const record of page.items) {
      if (!matches(record)) continue;
      // There is another match, so there is a next page.
      if (items.length === limit) return { items, nextCursor: encodeCursor(items.at(-1)!) };
      items.push(record);
    }
    if (page.nextCursor === null) return { items, nextCursor: null };
    cursor = page.nextCursor;
  }
  return { items, nextCursor: cursor ?? null };
}
