import type { Firestore } from "firebase-admin/firestore";
import { releaseSchema } from "../../contract/integrations/releases.js";
import type { ReleaseRepository } from "../../features/releases/release-repository.js";
import { notFound, raise } from "../../common/errors.js";
import type { Logger } from "../../common/logger.js";
import { documentOf, read, readPage, storedInstant } from "./documents.js";
import { paths } from "./paths.js";

const storedRelease = releaseSchema.extend({ createdAt: storedInstant, at: storedInstant });

/** A TTL policy on `expiresAt` deletes old releases. */
export function firestoreReleases(db: Firestore, logger: Logger): ReleaseRepository {
  return {
    list: (workspaceId, page) =>
      readPage(db.collection(paths.releases(workspaceId)), storedRelease, page, logger),
    create: (workspaceId, { id, ...release }, expiresAt) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.release(workspaceId, id));
        const existing = read(storedRelease, await tx.get(ref));
        if (existing) return { release: existing, isNew: false };
        tx.create(ref, documentOf({ ...release, expiresAt }, "createdAt", "at", "expiresAt"));
        return { release: { id, ...release }, isNew: true };
      }),
    delete: (workspaceId, id) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.release(workspaceId, id));
        const release = read(storedRelease, await tx.get(ref)) ?? raise(notFound("release"));
        tx.delete(ref);
        return release;
      }),
  };
}
