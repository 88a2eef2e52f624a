import type { TenantRecord } from "../../common/tenant-records.js";
import type { WorkspaceId } from "../../contract/workspaces.js";

/**
 * Collections per owner (a workspace or a person), shared by the in-memory repositories, so that one can check another's
 * data (a connection in use, an active run) as in Firestore. Values are copied in and out.
 */
export class MemoryDatabase {
  /** Keyed by collection, then by owner. */
  readonly #collections = new Map<string, Map<string, Map<string, unknown>>>();

  get<T>(owner: string, collection: string, id: string): T | null {
    const found = this.#of(owner, collection).get(id);
    return found === undefined ? null : structuredClone(found as T);
  }

  set<T>(owner: string, collection: string, id: string, value: T): void {
    this.#of(owner, collection).set(id, structuredClone(value));
  }

  delete(owner: string, collection: string, id: string): void {
    this.#of(owner, collection).delete(id);
  }

  deleteAll(owner: string, collection: string): void {
    this.#of(owner, collection).clear();
  }

  /** Returns an owner's matching values; `isWanted` must not change them. */
  all<T>(owner: string, collection: string, isWanted: (value: T) => boolean = () => true): T[] {
    return structuredClone(([...this.#of(owner, collection).values()] as T[]).filter(isWanted));
  }

  /** Returns the matching values of all workspaces. Only those are copied. */
  everyones<T>(collection: string, isWanted: (value: T) => boolean): TenantRecord<T>[] {
    const found: TenantRecord<T>[] = [];
    for (const [owner, values] of this.#collections.get(collection) ?? [])
      for (const value of values.values() as Iterable<T>)
        if (isWanted(value))
          found.push({ workspaceId: owner as WorkspaceId, record: structuredClone(value) });
    return found;
  }

  ids(owner: string, collection: string): string[] {
    return [...this.#of(owner, collection).keys()];
  }

  /** Returns an owner's non-empty collections. */
  collectionsOf(owner: string): string[] {
    return [...this.#collections.keys()].filter((name) => this.#of(owner, name).size > 0);
  }

  /** Returns the workspaces whose part of a collection was read or written before; it may be empty. */
  workspaces(collection: string): WorkspaceId[] {
    return [...(this.#collections.get(collection)?.keys() ?? [])] as WorkspaceId[];
  }

  #of(owner: string, collection: string): Map<string, unknown> {
    let owners = this.#collections.get(collection);
    if (!owners) this.#collections.set(collection, (owners = new Map()));
    let found = owners.get(owner);
    if (!found) owners.set(owner, (found = new Map()));
    return found;
  }
}
