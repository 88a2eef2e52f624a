import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Checksums } from "./checksums.js";
import { notFound, StorageError } from "./errors.js";
import { checkPreconditions } from "./preconditions.js";
import type { GivenMetadata, StoredObject } from "./stored-object.js";

/**
 * Objects on disk: the bytes in a file named by a hash of the object's name, with the metadata beside it. A
 * write becomes visible by a rename, and its precondition is checked in the same turn of the event loop, so
 * only one of two simultaneous creators succeeds.
 */
export class ObjectStore {
  readonly #objects = new Map<string, StoredObject>();
  #lastGeneration = 0;

  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {
    rmSync(path.join(directory, "tmp"), { recursive: true, force: true });
    mkdirSync(path.join(directory, "tmp"), { recursive: true });
    this.#load();
  }

  find(bucket: string, name: string): StoredObject | undefined {
    return this.#objects.get(key(bucket, name));
  }

  get(bucket: string, name: string): StoredObject {
    const object = this.find(bucket, name);
    if (!object) throw notFound(bucket, name);
    return object;
  }

  /** Every object of a bucket, ordered by name. */
  list(bucket: string): StoredObject[] {
    return [...this.#objects.values()]
      .filter((object) => object.bucket === bucket)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A new path for bytes that are still being received. */
  temporaryFile(): string {
    return path.join(this.directory, "tmp", randomUUID());
  }

  fileOf(bucket: string, name: string): string {
    const hash = createHash("sha256").update(name).digest("hex");
    return path.join(this.directory, encodeURIComponent(bucket), hash);
  }

  /** Makes received bytes the object's new generation. @throws StorageError 400, 404 or 412 */
  commit(
    bucket: string,
    given: GivenMetadata,
    temporaryFile: string,
    sums: Checksums,
    query: URLSearchParams,
  ): StoredObject {
    if (given.md5Hash && given.md5Hash !== sums.md5Hash) {
      throw new StorageError(400, "Provided MD5 hash does not match the calculated one.", "invalid");
    }
    checkPreconditions(query, this.find(bucket, given.name));
    const time = new Date(this.now()).toISOString();
    const generation = this.#nextGeneration();
    const id = `${bucket}/${given.name}/${generation}`;
    const object: StoredObject = {
      ...given,
      ...sums,
      kind: "storage#object",
      id,
      bucket,
      contentType: given.contentType ?? "application/octet-stream",
      generation,
      metageneration: "1",
      storageClass: "STANDARD",
      etag: createHash("md5").update(id).digest("base64"),
      timeCreated: time,
      updated: time,
    };
    const file = this.fileOf(bucket, given.name);
    mkdirSync(path.dirname(file), { recursive: true });
    renameSync(temporaryFile, file);
    return this.#save(object);
  }

  /** Changes metadata only; a `null` in `metadata` removes that key. */
  patch(object: StoredObject, change: Partial<GivenMetadata>): StoredObject {
    const merged = { ...object.metadata, ...change.metadata };
    const metadata = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    return this.#save({
      ...object,
      ...change,
      name: object.name,
      md5Hash: object.md5Hash,
      contentType: change.contentType ?? object.contentType,
      metadata,
      metageneration: String(Number(object.metageneration) + 1),
      updated: new Date(this.now()).toISOString(),
    });
  }

  delete(object: StoredObject): void {
    this.#objects.delete(key(object.bucket, object.name));
    const file = this.fileOf(object.bucket, object.name);
    rmSync(`${file}.json`, { force: true });
    rmSync(file, { force: true });
  }

  #save(object: StoredObject): StoredObject {
    const file = `${this.fileOf(object.bucket, object.name)}.json`;
    writeFileSync(`${file}.new`, JSON.stringify(object));
    renameSync(`${file}.new`, file);
    this.#objects.set(key(object.bucket, object.name), object);
    return object;
  }

  #nextGeneration(): string {
    this.#lastGeneration = Math.max(this.#lastGeneration + 1, this.now() * 1000);
    return String(this.#lastGeneration);
  }

  #load(): void {
    for (const bucket of readdirSync(this.directory)) {
      if (bucket === "tmp") continue;
      for (const file of readdirSync(path.join(this.directory, bucket))) {
        if (!file.endsWith(".json")) continue;
        const object = JSON.parse(
          readFileSync(path.join(this.directory, bucket, file), "utf8"),
        ) as StoredObject;
        if (existsSync(this.fileOf(object.bucket, object.name))) {
          this.#objects.set(key(object.bucket, object.name), object);
        }
      }
    }
  }
}

const key = (bucket: string, name: string) => `${bucket}/${name}`;
