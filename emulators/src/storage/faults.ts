import { StorageError } from "./errors.js";

/** Faults for tests. `POST /_faults` sets them, `{}` clears them. Status 0 breaks off the connection. */
export class StorageFaults {
  #writes = 0;
  #reads = 0;
  #status = 503;

  set(wanted: Record<string, unknown>): void {
    this.#writes = Number(wanted["failWrites"] ?? 0);
    this.#reads = Number(wanted["failReads"] ?? 0);
    this.#status = Number(wanted["status"] ?? 503);
  }

  get state() {
    return { failWrites: this.#writes, failReads: this.#reads, status: this.#status };
  }

  /** @throws StorageError while writes should fail; each call uses up one */
  beforeWrite(): void {
    if (this.#writes <= 0) return;
    this.#writes -= 1;
    throw new StorageError(this.#status, "A planted fault failed this write.", "backendError");
  }

  /** @throws StorageError while reads of an object's bytes should fail; each call uses up one */
  beforeRead(): void {
    if (this.#reads <= 0) return;
    this.#reads -= 1;
    throw new StorageError(this.#status, "A planted fault failed this read.", "backendError");
  }
}
