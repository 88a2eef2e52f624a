import type { ObjectData, ObjectInfo, ObjectStore, WriteOptions } from "../../ports/object-store.js";

type Stored = { data: Buffer; options: WriteOptions; updatedAt: Date };

/** Keeps objects in memory. Its download links can't be opened. */
export class MemoryObjects implements ObjectStore {
  readonly #objects = new Map<string, Stored>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date(0)) {
    this.#now = now;
  }

  async write(path: string, data: ObjectData, options: WriteOptions): Promise<void> {
    this.#objects.set(path, { data: bytesOf(data), options, updatedAt: this.#now() });
  }

  async update(path: string, edit: (before: Buffer | null) => string | null, options: WriteOptions) {
    const data = edit(this.#objects.get(path)?.data ?? null);
    if (data !== null) await this.write(path, data, options);
  }

  async read(path: string): Promise<Buffer | null> {
    return this.#objects.get(path)?.data ?? null;
  }

  async readRange(path: string, start: number, end: number): Promise<Buffer | null> {
    return this.#objects.get(path)?.data.subarray(start, end) ?? null;
  }

  async list(prefix: string, { limit = 1_000, cursor }: { limit?: number; cursor?: string | null } = {}) {
    const paths = this.paths(prefix).filter((path) => !cursor || path > cursor);
    const shown = paths.slice(0, limit);
    return {
      objects: shown.map((path): ObjectInfo => {
        const { options, updatedAt } = this.#objects.get(path)!;
        return { path, metadata: options.metadata ?? {}, updatedAt };
      }),
      nextCursor: paths.length > limit ? shown.at(-1)! : null,
    };
  }

  async delete(path: string): Promise<void> {
    this.#objects.delete(path);
  }

  async deletePrefix(prefix: string): Promise<void> {
    for (const path of this.paths(prefix)) this.#objects.delete(path);
  }

  async downloadUrl(
    path: string,
    { fileName, expiresAt }: { fileName: string; expiresAt: Date },
  ): Promise<string> {
    return `memory:${path}?${new URLSearchParams({ fileName, expires: expiresAt.toISOString() }).toString()}`;
  }

  paths(prefix = ""): string[] {
    return [...this.#objects.keys()].filter((path) => path.startsWith(prefix)).sort();
  }

  /** Returns every object's bytes by path, for comparing two runs. */
  snapshot(prefix = ""): Record<string, string> {
    return Object.fromEntries(
      this.paths(prefix).map((path) => [path, this.#objects.get(path)!.data.toString("base64")]),
    );
  }
}

/** Also counts requests as Storage bills them: a page of a list is billed as a write. */
export class CountedObjects extends MemoryObjects {
  reads = 0;
  writes = 0;
  bytes = 0;
  override async write(...[path, data, options]: Parameters<MemoryObjects["write"]>) {
    this.writes++;
    this.bytes += bytesOf(data).length;
    return super.write(path, data, options);
  }
  override async read(path: string) {
    this.reads++;
    return super.read(path);
  }
  override async readRange(path: string, start: number, end: number) {
    this.reads++;
    return super.readRange(path, start, end);
  }
  override async list(...[prefix, page]: Parameters<MemoryObjects["list"]>) {
    this.writes++;
    return super.list(prefix, page);
  }
}

/** Returns an object's bytes in one piece. */
const bytesOf = (data: ObjectData): Buffer =>
  typeof data === "string" || data instanceof Uint8Array
    ? Buffer.from(data)
    : Buffer.from([...data.chunks()].join(""));
