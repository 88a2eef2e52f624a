export type ObjectInfo = { path: string; metadata: Readonly<Record<string, string>>; updatedAt: Date };
type ObjectPage = { objects: ObjectInfo[]; nextCursor: string | null };

export type WriteOptions = {
  contentType: string;
  /** Travels with the object and is listed with it. */
  metadata?: Record<string, string>;
};

/** `chunks` of text are read one after the other, again from the start when the write is tried again. */
export type ObjectData = Uint8Array | string | { chunks: () => Iterable<string> };

/** Files that are too large for a document. Paths are made by `object-paths.ts` only. */
export interface ObjectStore {
  /** Replaces what was there; the same bytes twice are the same object. */
  write(path: string, data: ObjectData, options: WriteOptions): Promise<void>;
  /** Null when there is none. */
  read(path: string): Promise<Buffer | null>;
  /** The bytes from `start` up to `end`, fewer where the object ends before; null when there is none. */
  readRange(path: string, start: number, end: number): Promise<Buffer | null>;
  /** By path, ascending; at most 1,000 a page. */
  list(prefix: string, page?: { limit?: number; cursor?: string | null }): Promise<ObjectPage>;
  /** Deleting what is not there is no error. */
  delete(path: string): Promise<void>;
  deletePrefix(prefix: string): Promise<void>;
  /** A link that downloads the object under `fileName`, without sign-in, until `expiresAt`. */
  downloadUrl(path: string, options: { fileName: string; expiresAt: Date }): Promise<string>;
}

/** The bytes of an object in one piece, for stores that keep it in memory. */
export const bytesOf = (data: ObjectData): Buffer =>
  typeof data === "string" || data instanceof Uint8Array
    ? Buffer.from(data)
    : Buffer.from([...data.chunks()].join(""));

/** Reads an object that holds JSON; the caller parses it. */
export async function readJson(objects: ObjectStore, path: string): Promise<unknown> {
  const bytes = await objects.read(path);
  return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as unknown);
}

export const writeJson = (objects: ObjectStore, path: string, value: unknown): Promise<void> =>
  objects.write(path, JSON.stringify(value), { contentType: "application/json" });

/** Every object below a prefix, page by page. */
export async function listAll(objects: ObjectStore, prefix: string): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  for (let cursor: string | null = null; ;) {
    const page: ObjectPage = await objects.list(prefix, { cursor });
    found.push(...page.objects);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
