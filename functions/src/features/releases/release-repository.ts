import type { Release } from "../../contract/integrations/releases.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";

export interface ReleaseRepository {
  /** Newest first, by when they were recorded. */
  list(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<Release>>;
  /** Stores a release that is deleted at `expiresAt`. @returns the one that has its id already, if there is one */
  create(workspaceId: WorkspaceId, release: Release, expiresAt: string): Promise<Release>;
  /** @throws AppError `not-found` */
  delete(workspaceId: WorkspaceId, id: string): Promise<void>;
}
