import {
  type CollectionGroup,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { z } from "zod";
import { type LimitedResource, workspaceLimits } from "../../contract/workspaces.js";
import { assertBelowLimit } from "../../features/workspaces/workspace-errors.js";
import { UnreadableError } from "../../common/errors.js";
import { type Logger } from "../../common/logger.js";
import {
  decodeCursor,
  encodeCursor,
  type CursorPosition,
  type Page,
  type PageRequest,
} from "../../common/page.js";
import type { TenantRecord, TenantRecordPage } from "../../common/tenant-records.js";
import { workspaceIdOfPath } from "./paths.js";

/** Instants are stored as timestamps; the rest of the code uses ISO text. */
export const storedInstant = z.instanceof(Timestamp).transform((stamp) => stamp.toDate().toISOString());

export const timestamp = (instant: string): Timestamp => Timestamp.fromDate(new Date(instant));

export const timestampOrNull = (instant: string | null): Timestamp | null =>
  instant === null ? null : timestamp(instant);

/** Whether a change failed because a document it updates doesn't exist (gRPC's NOT_FOUND). */
export const isMissingDocument = (error: unknown): boolean => (error as { code?: unknown }).code === 5;

/**
 * Parses a document's fields and id; null if it doesn't exist.
 * @throws UnreadableError if the document doesn't match the schema
 */
export function read<T extends z.ZodType>(schema: T, snapshot: DocumentSnapshot): z.output<T> | null {
  if (!snapshot.exists) return null;
  const parsed = schema.safeParse({ ...snapshot.data(), id: snapshot.id });
  if (parsed.success) return parsed.data;
  throw new UnreadableError(snapshot.ref.path, { cause: parsed.error });
}

/** Parses the readable documents of a list. Unreadable ones are logged and left out. */
export const readAll = <T extends z.ZodType>(
  schema: T,
  docs: readonly QueryDocumentSnapshot[],
  logger: Logger,
): z.output<T>[] => parseDocuments(schema, docs, logger).map(({ record }) => record);

/** Like `readAll`, but also returns where each record is stored. */
export function parseDocuments<T extends z.ZodType>(
  schema: T,
  docs: readonly QueryDocumentSnapshot[],
  logger: Logger,
): { path: string; record: z.output<T> }[] {
  return docs.flatMap((doc) => {
    try {
      return [{ path: doc.ref.path, record: read(schema, doc)! }];
    } catch (error) {
      logger.error("unreadable document left out", { path: doc.ref.path }, error);
      return [];
    }
  });
}

const inWorkspace = <T>({ path, record }: { path: string; record: T }): TenantRecord<T> => ({
  workspaceId: workspaceIdOfPath(path),
  record,
});

/** Documents of all workspaces whose `secret` was encrypted with a key other than this one. */
export async function readSealedWithOtherKeys<T extends z.ZodType>(
  group: CollectionGroup,
  schema: T,
  keyId: string,
  limit: number,
  logger: Logger,
): Promise<TenantRecord<z.output<T>>[]> {
  const { docs } = await group.where("secret.keyId", "!=", keyId).limit(limit).get();
  return parseDocuments(schema, docs, logger).map(inWorkspace);
}

/** A record as it is stored: without its id, which is the document's name, and with these instants as timestamps. */
export function documentOf<T extends object>(record: T, ...instants: (keyof T)[]): DocumentData {
  const document: DocumentData = { ...record };
  delete document["id"];
  for (const name of instants.map(String))
    if (name in document) document[name] = timestampOrNull(document[name] as string | null);
  return document;
}

/** Deletes documents, at most as many as a batch may have. @returns how many */
export async function deleteDocuments(
  db: Firestore,
  documents: readonly { ref: DocumentReference }[],
): Promise<number> {
  const batch = db.batch();
  for (const { ref } of documents) batch.delete(ref);
  if (documents.length > 0) await batch.commit();
  return documents.length;
}

/** Reads the readable documents of a query. */
export const readQuery = async <T extends z.ZodType>(
  schema: T,
  query: Query,
  logger: Logger,
): Promise<z.output<T>[]> => readAll(schema, (await query.get()).docs, logger);

/**
 * Counts a collection's documents up to the resource's limit, reading only their ids. It must run in the
 * transaction that creates one, so that two parallel creations can't both take the last place.
 * @throws AppError `limit-reached`
 */
export async function assertRoomFor(
  tx: Transaction,
  collection: CollectionReference,
  resource: LimitedResource,
): Promise<void> {
  const { size } = await tx.get(collection.select().limit(workspaceLimits[resource]));
  assertBelowLimit(resource, size);
}

/** Reads all pages of a query, in order. Each page continues after the last document, even if that has changed since. */
export async function* pagesOf(query: Query, limit: number): AsyncGenerator<QueryDocumentSnapshot[]> {
  for (let last: QueryDocumentSnapshot | undefined; ;) {
    const { docs } = await (last ? query.startAfter(last) : query).limit(limit).get();
    yield docs;
    if (docs.length < limit) return;
    last = docs.at(-1);
  }
}

/** Reads all pages of a query over all workspaces, in order. */
export async function* tenantRecordPages<T extends z.ZodType>(
  schema: T,
  query: Query,
  pageSize: number,
  logger: Logger,
): AsyncGenerator<TenantRecordPage<z.output<T>>> {
  for await (const docs of pagesOf(query, pageSize)) {
    const items = parseDocuments(schema, docs, logger);
    const readable = new Set(items.map(({ path }) => path));
    yield {
      items: items.map(inWorkspace),
      unreadable: docs
        .filter(({ ref }) => !readable.has(ref.path))
        .map(({ id, ref }) => ({ workspaceId: workspaceIdOfPath(ref.path), id })),
    };
  }
}

/**
 * Reads all pages of a query over all workspaces for the documents whose `due` has come, earliest first. Documents that
 * are never due have null there, which sorts before every timestamp.
 */
export const dueRecordPages = <T extends z.ZodType>(
  schema: T,
  query: Query,
  due: string,
  now: string,
  pageSize: number,
  logger: Logger,
) => {
  const ordered = query
    .where(due, ">", Timestamp.fromMillis(0))
    .where(due, "<=", timestamp(now))
    .orderBy(due);
  return tenantRecordPages(schema, ordered, pageSize, logger);
};

/** Reads the oldest documents of a query that were created before `instant`. */
export async function createdBefore(
  query: Query,
  instant: string,
  limit: number,
): Promise<QueryDocumentSnapshot[]> {
  const old = query.where("createdAt", "<", timestamp(instant)).orderBy("createdAt").limit(limit);
  return (await old.get()).docs;
}

/** Reads a page of a collection whose documents have `createdAt`, newest first; ids break ties. */
export async function readPage<T extends z.ZodType<CursorPosition>>(
  source: CollectionReference | Query,
  schema: T,
  { limit, cursor }: PageRequest,
  logger: Logger,
): Promise<Page<z.output<T>>> {
  const ordered = source.orderBy("createdAt", "desc").orderBy(FieldPath.documentId(), "desc");
  const position = cursor === undefined ? null : decodeCursor(cursor);
  const from = position ? ordered.startAfter(timestamp(position.createdAt), position.id) : ordered;
  return pageOf(from, schema, limit, logger);
}

/** The first `limit` documents of an ordered query as a page. */
export async function pageOf<T extends z.ZodType<CursorPosition>>(
  ordered: Query,
  schema: T,
  limit: number,
  logger: Logger,
): Promise<Page<z.output<T>>> {
  const { docs } = await ordered.limit(limit + 1).get();
  const shown = docs.slice(0, limit);
  // Taken from the stored fields, because the last document may be unreadable.
  const createdAt: unknown = shown.at(-1)?.get("createdAt");
  const hasMore = docs.length > limit && createdAt instanceof Timestamp;
  return {
    items: readAll(schema, shown, logger),
    nextCursor: hasMore
      ? encodeCursor({ createdAt: createdAt.toDate().toISOString(), id: shown.at(-1)!.id })
      : null,
  };
}
