import { AppError } from "../../common/errors.js";
import type { DetectorKey } from "../../contract/detectors.js";
import type { Setup } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";

/** A setup as stored; the API adds the connection to it. */
export type SetupRecord = Omit<Setup, "connection"> & {
  /** The last project day that each check has tested, in one project; null before the first report. */
  tested: { project: string; days: Partial<Record<DetectorKey, string>> } | null;
};

type SetupFields = Omit<SetupRecord, "id" | "createdAt">;

export interface SetupRepository {
  /** Newest first. */
  list(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<SetupRecord>>;
  find(workspaceId: WorkspaceId, setupId: string): Promise<SetupRecord | null>;
  /** @throws AppError `not-found` */
  get(workspaceId: WorkspaceId, setupId: string): Promise<SetupRecord>;
  /**
   * Checks the setup's connection and the workspace's limit, and stores the setup, in one transaction.
   * @throws AppError `not-found` (no such connection), `connection-not-verified`, `id-taken`, `limit-reached`
   */
  create(workspaceId: WorkspaceId, setup: SetupRecord): Promise<void>;
  /**
   * Changes the setup in one transaction: `change` gets the stored record and returns the fields to set.
   * A new connection is checked as in `create`.
   * @throws AppError `not-found`, `connection-not-verified`
   */
  update(
    workspaceId: WorkspaceId,
    setupId: string,
    change: (before: SetupRecord) => Partial<SetupFields>,
  ): Promise<SetupRecord>;
  /**
   * Deletes the setup, but not its runs, unless the account's active run belongs to it.
   * @param check called with the stored record; throws to refuse
   * @throws AppError `not-found`, `run-active`
   */
  delete(workspaceId: WorkspaceId, setupId: string, check?: (before: SetupRecord) => void): Promise<void>;
}

export const setupIdTaken = (): AppError =>
  new AppError("id-taken", "There is a setup with this id.", {
    userMessage: "There is already a setup with this id.",
  });

export const setupRunActive = (): AppError =>
  new AppError("run-active", "A run of this setup is active.", {
    userMessage: "A run of this setup is in progress. Cancel it first.",
  });
