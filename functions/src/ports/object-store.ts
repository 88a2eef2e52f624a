export type ObjectInfo = { path: string; metadata: Readonly<Record<string, string>>; updatedAt: Date };
type ObjectPage = { objects: ObjectInfo[]; nextCursor: string | null };

export type WriteOptions = {
  contentType: string;
  /** Stored with the object and returned when listing. */
  metadata?: Record<string, string>;
};

/** `chunks` are read one after the other, and again from the start if the write is retried. */
export type ObjectData = Uint8Array | string | { chunks: () => Iterable<string> };

/** Storage for data that is too large for a document. All paths come from `object-paths.ts`. */
export interface ObjectStore {
  /** Creates or replaces an object. Writing the same bytes again has no effect. */
  write(path: string, data: ObjectData, options: WriteOptions): Promise<void>;
  /**
   * Replaces an object by what `edit` makes of it; null leaves it as it is. If it was written in between, `edit` is called
   * again, so that nothing is lost.
   */
  update(path: string, edit: (before: Buffer | null) => string | null, options: WriteOptions): Promise<void>;
  /** Null if the object doesn't exist. */
  read(path: string): Promise<Buffer | null>;
  /** The bytes from `start` up to `end`, or fewer if the object ends earlier; null if it doesn't exist. */
  readRange(path: string, start: number, end: number): Promise<Buffer | null>;
  /** Sorted by path, at most 1,000 per page. */
  list(prefix: string, page?: { limit?: number; cursor?: string | null }): Promise<ObjectPage>;
  /** Succeeds if the object doesn't exist. */
  delete(path: string): Promise<void>;
  deletePrefix(prefix: string): Promise<void>;
  /** A link that downloads the object as `fileName`, without signing in, until `expiresAt`. */
  downloadUrl(path: string, options: { fileName: string; expiresAt: Date }): Promise<string>;
}

/** Reads an object that contains JSON; the caller validates it. */
export async function readJson(objects: ObjectStore, path: string): Promise<unknown> {
  return parsed(await objects.read(path));
}

const parsed = (bytes: Buffer | null): unknown =>
  bytes === null ? null : JSON.parse(bytes.toString("utf8"));

export const writeJson = (objects: ObjectStore, path: string, value: unknown): Promise<void> =>
  objects.write(path, JSON.stringify(value), { contentType: "application/json" });

/** Changes an object that contains JSON, see `ObjectStore.update`. */
export const updateJson = (
  objects: ObjectStore,
  path: string,
  edit: (before: unknown) => object | null,
): Promise<void> =>
  objects.update(
    path,
    (bytes) => {
      const after = edit(parsed(bytes));
      return after === null ? null : JSON.stringify(after);
    },
    { contentType: "application/json" },
  );

/** Lists every object below a prefix, over all pages. */
export async function listAll(objects: ObjectStore, prefix: string): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  for (let cursor: string | null = null; ;) {
    const page: ObjectPage = await objects.list(prefix, { cursor });
    found.push(...page.objects);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
