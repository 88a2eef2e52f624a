import type { Release } from "../../contract/integrations/releases.js";
import type { ReleaseRepository } from "../../features/releases/release-repository.js";
import { notFound } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

const name = "releases";

export const memoryReleases = (db: MemoryDatabase): ReleaseRepository => ({
  list: async (workspaceId, page) => memoryPage(db.all<Release>(workspaceId, name), page),
  create: async (workspaceId, release) => {
    const existing = db.get<Release>(workspaceId, name, release.id);
    if (!existing) db.set(workspaceId, name, release.id, release);
    return existing ?? release;
  },
  delete: async (workspaceId, id) => {
    if (!db.get(workspaceId, name, id)) throw notFound("release");
    db.delete(workspaceId, name, id);
  },
});
