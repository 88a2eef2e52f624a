/**
 * Collections per tenant, shared by the in-memory repositories, so that what one checks in another's data
 * (a connection in use, a run in flight) is checked here too. Values are copied in and out.
 */
export class MemoryDatabase {
  readonly #collections = new Map<string, Map<string, unknown>>();

  get<T>(uid: string, collection: string, id: string): T | null {
    const found = this.#of(uid, collection).get(id);
    return found === undefined ? null : structuredClone(found as T);
  }

  set<T>(uid: string, collection: string, id: string, value: T): void {
    this.#of(uid, collection).set(id, structuredClone(value));
  }

  delete(uid: string, collection: string, id: string): void {
    this.#of(uid, collection).delete(id);
  }

  deleteAll(uid: string, collection: string): void {
    this.#of(uid, collection).clear();
  }

  all<T>(uid: string, collection: string): T[] {
    return structuredClone([...this.#of(uid, collection).values()] as T[]);
  }

  /** Tenants that have anything in a collection. */
  tenants(collection: string): string[] {
    return [...this.#collections.keys()]
      .map((key) => JSON.parse(key) as [string, string])
      .filter(([, name]) => name === collection)
      .map(([uid]) => uid);
  }

  #of(uid: string, collection: string): Map<string, unknown> {
    const key = JSON.stringify([uid, collection]);
    let found = this.#collections.get(key);
    if (!found) this.#collections.set(key, (found = new Map()));
    return found;
  }
}
