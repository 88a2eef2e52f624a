import type { Release } from "../../contract/integrations/releases.js";
import type { ReleaseRepository } from "../../features/releases/release-repository.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "releases";

export const memoryReleases = (db: MemoryDatabase): ReleaseRepository => ({
  list: async (workspaceId, page) => memoryPage(db.all<Release>(workspaceId, name), page),
  create: async (workspaceId, release) => {
    const existing = db.get<Release>(workspaceId, name, release.id);
    if (!existing) db.set(workspaceId, name, release.id, release);
    return { release: existing ?? release, isNew: !existing };
  },
  delete: async (workspaceId, id) => {
    const release = db.get<Release>(workspaceId, name, id) ?? raise(notFound("release"));
    db.delete(workspaceId, name, id);
    return release;
  },
});
