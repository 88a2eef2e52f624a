import type { TenantRecord } from "../../common/tenant-records.js";
import type { WorkspaceId } from "../../contract/workspaces.js";

/**
 * Collections per owner (a workspace or a person), shared by the in-memory repositories, so that what one checks in
 * another's data (a connection in use, a run in flight) is checked here too. Values are copied in and out.
 */
export class MemoryDatabase {
  /** By collection, then owner. */
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

  /** Those of an owner that are wanted; `isWanted` may not change what it sees. */
  all<T>(owner: string, collection: string, isWanted: (value: T) => boolean = () => true): T[] {
    return structuredClone(([...this.#of(owner, collection).values()] as T[]).filter(isWanted));
  }

  /** Those of all workspaces that are wanted. Only they are copied. */
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

  /** Collections of an owner that hold anything. */
  collectionsOf(owner: string): string[] {
    return [...this.#collections.keys()].filter((name) => this.#of(owner, name).size > 0);
  }

  /** Workspaces that have anything in a collection. */
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
