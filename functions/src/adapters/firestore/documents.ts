import {
  type CollectionReference,
  type DocumentSnapshot,
  FieldPath,
  type Query,
  Timestamp,
} from "firebase-admin/firestore";
import { z } from "zod";
import { decodeCursor, type CursorPosition, type Page, pageOf, type PageRequest } from "../../shared/page.js";

/** Storage keeps instants as timestamps; everything above it has ISO texts. */
export const storedInstant = z.instanceof(Timestamp).transform((stamp) => stamp.toDate().toISOString());

export const timestamp = (instant: string): Timestamp => Timestamp.fromDate(new Date(instant));

export const timestampOrNull = (instant: string | null): Timestamp | null =>
  instant === null ? null : timestamp(instant);

/** The document's fields and id, parsed; null when it does not exist. A bad document fails here, where it is read. */
export function read<T extends z.ZodType>(schema: T, snapshot: DocumentSnapshot): z.output<T> | null {
  if (!snapshot.exists) return null;
  const parsed = schema.safeParse({ ...snapshot.data(), id: snapshot.id });
  if (parsed.success) return parsed.data;
  throw new Error(`Unreadable document ${snapshot.ref.path}`, { cause: parsed.error });
}

/** A page of a collection whose documents have `createdAt`, newest first; ids break ties. */
export async function readPage<T extends z.ZodType<CursorPosition>>(
  source: CollectionReference | Query,
  schema: T,
  { limit, cursor }: PageRequest,
): Promise<Page<z.output<T>>> {
  const ordered = source.orderBy("createdAt", "desc").orderBy(FieldPath.documentId(), "desc");
  const position = cursor === undefined ? null : decodeCursor(cursor);
  const from = position ? ordered.startAfter(timestamp(position.createdAt), position.id) : ordered;
  const { docs } = await from.limit(limit + 1).get();
  return pageOf(
    docs.map((doc) => read(schema, doc)!),
    limit,
  );
}
