import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checksumsOf } from "./checksums.js";
import { notFound, StorageError } from "./errors.js";
import type { GivenMetadata, StoredObject } from "./stored-object.js";

/**
 * Objects on disk: the bytes in a file named by a hash of the object's name, with the metadata beside it. A
 * write's precondition is checked in the same turn of the event loop, so only one of two simultaneous creators
 * succeeds.
 */
export class ObjectStore {
  readonly #objects = new Map<string, StoredObject>();
  #lastGeneration = 0;

  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {
    mkdirSync(directory, { recursive: true });
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

  fileOf(bucket: string, name: string): string {
    const hash = createHash("sha256").update(name).digest("hex");
    return path.join(this.directory, encodeURIComponent(bucket), hash);
  }

  /**
   * Makes the bytes the object's new generation. With `ifGenerationMatch`, only if that is its current one; a missing
   * object has generation 0. @throws StorageError 400 or 412
   */
  write(bucket: string, given: GivenMetadata, bytes: Buffer, ifGenerationMatch: string | null): StoredObject {
    const sums = checksumsOf(bytes);
    if (given.md5Hash && given.md5Hash !== sums.md5Hash) {
      throw new StorageError(400, "Provided MD5 hash does not match the calculated one.", "invalid");
    }
    const current = this.find(bucket, given.name)?.generation ?? "0";
    if (ifGenerationMatch !== null && ifGenerationMatch !== current) {
      throw new StorageError(
        412,
        "At least one of the pre-conditions you specified did not hold.",
        "conditionNotMet",
      );
    }
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
      storageClass: "STANDARD",
      etag: createHash("md5").update(id).digest("base64"),
      timeCreated: time,
      updated: time,
    };
    const file = this.fileOf(bucket, given.name);
    mkdirSync(path.dirname(file), { recursive: true });
    replaceFile(file, bytes);
    replaceFile(`${file}.json`, JSON.stringify(object));
    this.#objects.set(key(bucket, given.name), object);
    return object;
  }

  delete(object: StoredObject): void {
    this.#objects.delete(key(object.bucket, object.name));
    const file = this.fileOf(object.bucket, object.name);
    rmSync(`${file}.json`, { force: true });
    rmSync(file, { force: true });
  }

  #nextGeneration(): string {
    this.#lastGeneration = Math.max(this.#lastGeneration + 1, this.now() * 1000);
    return String(this.#lastGeneration);
  }

  #load(): void {
    for (const bucket of readdirSync(this.directory)) {
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

/** Readers see the old bytes or the new ones, and never a part of them. */
function replaceFile(file: string, bytes: Buffer | string): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

const key = (bucket: string, name: string) => `${bucket}/${name}`;
