import { AppError } from "../../common/errors.js";
import type { Setup } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";

/** A setup as stored; the API adds the connection to it. */
export type SetupRecord = Omit<Setup, "connection">;

type SetupFields = Omit<SetupRecord, "id" | "createdAt">;

export interface SetupRepository {
  /** Newest first. */
  list(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<SetupRecord>>;
  find(workspaceId: WorkspaceId, setupId: string): Promise<SetupRecord | null>;
  /** @throws AppError `not-found` */
  get(workspaceId: WorkspaceId, setupId: string): Promise<SetupRecord>;
  /**
   * Stores the setup in one transaction with the checks of its connection and of the workspace's limit.
   * @throws AppError `not-found` (no such connection), `connection-not-verified`, `id-taken`, `limit-reached`
   */
  create(workspaceId: WorkspaceId, setup: SetupRecord): Promise<void>;
  /**
   * Changes the setup in one transaction: `change` is given the stored record and returns what to set.
   * A change of connection is checked as in `create`.
   * @throws AppError `not-found`, `connection-not-verified`
   */
  update(
    workspaceId: WorkspaceId,
    setupId: string,
    change: (before: SetupRecord) => Partial<SetupFields>,
  ): Promise<SetupRecord>;
  /**
   * Deletes the setup, not its runs, unless the account's active run belongs to it.
   * @param check sees the stored record and may refuse by throwing
   * @throws AppError `not-found`, `run-active`
   */
  delete(workspaceId: WorkspaceId, setupId: string, check?: (before: SetupRecord) => void): Promise<void>;
}

export const setupIdTaken = (): AppError =>
  new AppError("id-taken", "There is a setup with this id.", {
    userMessage: "There is already a setup with this id.",
  });

export const setupRunActive = (): AppError =>
  new AppError("run-active", "A run of this setup is in flight.", {
    userMessage: "A run of this setup is in progress. Cancel it first.",
  });
