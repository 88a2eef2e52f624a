import type { Setup } from "../../contract/setups.js";
import type { Page, PageRequest } from "../../shared/page.js";

/** A setup as stored; the API adds the connection to it. */
export type SetupRecord = Omit<Setup, "connection">;

export type SetupFields = Omit<SetupRecord, "id" | "createdAt">;

export interface SetupRepository {
  /** Newest first. */
  list(uid: string, page: PageRequest): Promise<Page<SetupRecord>>;
  find(uid: string, setupId: string): Promise<SetupRecord | null>;
  /** @throws AppError `not-found` */
  get(uid: string, setupId: string): Promise<SetupRecord>;
  /**
   * Stores the setup in one transaction with the check of its connection.
   * @throws AppError `not-found` (no such connection), `connection-not-verified`
   */
  create(uid: string, setup: SetupRecord): Promise<void>;
  /**
   * Changes the setup in one transaction: `change` is given the stored record and returns what to set.
   * A change of connection is checked as in `create`.
   * @throws AppError `not-found`, `connection-not-verified`
   */
  update(
    uid: string,
    setupId: string,
    change: (before: SetupRecord) => Partial<SetupFields>,
  ): Promise<SetupRecord>;
  /**
   * Deletes the setup, not its runs, unless the account's active run belongs to it.
   * @throws AppError `not-found`, `run-active`
   */
  delete(uid: string, setupId: string): Promise<void>;
}
