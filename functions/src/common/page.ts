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

/** Builds a page from up to `limit + 1` records: the extra one only shows that there is a next page. */
export function pageOf<T extends CursorPosition>(records: T[], limit: number): Page<T> {
  const items = records.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: records.length > limit && last ? encodeCursor(last) : null };
}
