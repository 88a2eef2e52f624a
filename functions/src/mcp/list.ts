import { z } from "zod";

/** Input of every tool that lists something. */
export const listInput = (most: number, preset: number, cursor = z.string().min(1).max(512)) => ({
  limit: z.number().int().min(1).max(most).default(preset),
  cursor: cursor.optional().describe("`nextCursor` of the previous answer, to list what comes after it."),
});

/** The same for a list that `partOf` cuts. */
export const partInput = (most: number, preset: number) =>
  listInput(most, preset, z.string().regex(/^\d{1,6}$/, "Not a cursor of a previous answer."));

/** Output of every tool that lists something, beside the list: an assistant must not take a part for all. */
export const listOutput = {
  total: z
    .number()
    .int()
    .nullable()
    .describe("Number of all that match, on this page or not; null if not all can be read."),
  isComplete: z.boolean().describe("False if more follow after these, or if some can't be listed."),
  nextCursor: z.string().nullable().describe("Pass it as `cursor` for the next ones; null on the last page."),
};

/** Entries read at most to count them or to find those that match. */
const mostRead = 1_000;
const pageSize = 100;

type Page<T> = { items: T[]; nextCursor: string | null };
type ReadPage<T> = (query: { limit: number; cursor?: string }) => Promise<Page<T>>;
type ListRequest<T> = { limit: number; cursor?: string | undefined; keep?: (entry: T) => boolean };
type Listed<T> = Page<T> & { total: number | null; isComplete: boolean };

/** Reads a list from its cursor. `keep` leaves entries out before the list is cut, and out of the total. */
export async function readList<T>(
  readPage: ReadPage<T>,
  { limit, cursor, keep = () => true }: ListRequest<T>,
): Promise<Listed<T>> {
  const items: T[] = [];
  let next: string | null = cursor ?? null;
  for (let read = 0; read < mostRead;) {
    // No larger than what is missing, so that the API's cursor is right after the last entry.
    const page = await readPage(pageQuery(Math.min(pageSize, limit - items.length), next));
    items.push(...page.items.filter(keep));
    read += page.items.length;
    next = page.nextCursor;
    if (next === null || items.length === limit) break;
  }
  const isComplete = next === null;
  const total = cursor === undefined && isComplete ? items.length : await countEntries(readPage, keep);
  return { items, total, isComplete, nextCursor: next };
}

/** Cuts a list that was read at once. `isWhole`: whether it is all there is. */
export function partOf<T>(
  all: readonly T[],
  { limit, cursor }: Pick<ListRequest<T>, "limit" | "cursor">,
  isWhole = true,
): Listed<T> {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return {
    items: all.slice(start, end),
    total: isWhole ? all.length : null,
    isComplete: isWhole && end >= all.length,
    nextCursor: end < all.length ? String(end) : null,
  };
}

/** Null if there are too many to read. */
async function countEntries<T>(readPage: ReadPage<T>, keep: (entry: T) => boolean): Promise<number | null> {
  let total = 0;
  let cursor: string | null = null;
  for (let read = 0; read < mostRead; read += pageSize) {
    const page: Page<T> = await readPage(pageQuery(pageSize, cursor));
    total += page.items.filter(keep).length;
    cursor = page.nextCursor;
    if (cursor === null) return total;
  }
  return null;
}

const pageQuery = (limit: number, cursor: string | null) => ({
  limit,
  ...(cursor === null ? {} : { cursor }),
});
