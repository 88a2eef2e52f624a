import type { WorkspaceId } from "../../contract/workspaces.js";

/**
 * Collections per owner (a workspace or a person), shared by the in-memory repositories, so that what one checks in
 * another's data (a connection in use, a run in flight) is checked here too. Values are copied in and out.
 */
export class MemoryDatabase {
  readonly #collections = new Map<string, Map<string, unknown>>();

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

  all<T>(owner: string, collection: string): T[] {
    return structuredClone([...this.#of(owner, collection).values()] as T[]);
  }

  ids(owner: string, collection: string): string[] {
    return [...this.#of(owner, collection).keys()];
  }

  /** Collections of an owner that hold anything. */
  collectionsOf(owner: string): string[] {
    return [...this.#collections]
      .filter(([, values]) => values.size > 0)
      .map(([key]) => JSON.parse(key) as [string, string])
      .filter(([each]) => each === owner)
      .map(([, name]) => name);
  }

  /** Workspaces that have anything in a collection. */
  workspaces(collection: string): WorkspaceId[] {
    return [...this.#collections.keys()]
      .map((key) => JSON.parse(key) as [string, string])
      .filter(([, name]) => name === collection)
      .map(([owner]) => owner as WorkspaceId);
  }

  #of(owner: string, collection: string): Map<string, unknown> {
    const key = JSON.stringify([owner, collection]);
    let found = this.#collections.get(key);
    if (!found) this.#collections.set(key, (found = new Map()));
    return found;
  }
}
