import type { Release } from "../../contract/integrations/releases.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Page, PageRequest } from "../../common/page.js";

export interface ReleaseRepository {
  /** Most recently recorded first. */
  list(workspaceId: WorkspaceId, page: PageRequest): Promise<Page<Release>>;
  /** Stores a release until `expiresAt`. @returns the release, or the one that already has its id */
  create(
    workspaceId: WorkspaceId,
    release: Release,
    expiresAt: string,
  ): Promise<{ release: Release; isNew: boolean }>;
  /** @returns the deleted release @throws AppError `not-found` */
  delete(workspaceId: WorkspaceId, id: string): Promise<Release>;
}
