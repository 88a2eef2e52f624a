import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { apiTokenSchema } from "../../contract/tokens.js";
import type { TokenRecord, TokenRepository } from "../../features/tokens/token-repository.js";
import { notFound, raise } from "../../common/errors.js";
import type { Logger } from "../../common/logger.js";
import { documentOf, read, readAll, readQuery, storedInstant, timestamp } from "./documents.js";
import { paths, workspaceIdOfPath } from "./paths.js";
import { putAudit } from "./workspace-repository.js";

const storedToken = apiTokenSchema.omit({ status: true }).extend({
  hash: z.string(),
  createdBy: z.object({ uid: z.string(), email: z.string(), name: z.string() }),
  createdAt: storedInstant,
  expiresAt: storedInstant,
  lastUsedAt: storedInstant.nullable(),
});

const tokenDocument = (token: TokenRecord) => documentOf(token, "createdAt", "expiresAt", "lastUsedAt");

/** Tokens are stored below their workspace, so that they are deleted with it. */
export function firestoreTokens(db: Firestore, logger: Logger): TokenRepository {
  return {
    list: async (workspaceId) => {
      const tokens = await readQuery(storedToken, db.collection(paths.tokens(workspaceId)), logger);
      return tokens.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    findByHash: async (hash) => {
      const { docs } = await db.collectionGroup(paths.allTokens).where("hash", "==", hash).limit(1).get();
      const token = docs[0] && read(storedToken, docs[0]);
      return token ? { workspaceId: workspaceIdOfPath(docs[0]!.ref.path), token } : null;
    },
    create: (workspaceId, token, check, entry) =>
      db.runTransaction(async (tx) => {
        const { docs } = await tx.get(db.collection(paths.tokens(workspaceId)));
        check(readAll(storedToken, docs, logger));
        tx.create(db.doc(paths.token(workspaceId, token.id)), tokenDocument(token));
        putAudit(db, tx, workspaceId, entry);
      }),
    delete: (workspaceId, id, entryOf) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.token(workspaceId, id));
        const entry = entryOf(read(storedToken, await tx.get(ref)) ?? raise(notFound("token")));
        tx.delete(ref);
        putAudit(db, tx, workspaceId, entry);
      }),
    markUsed: (workspaceId, id, at) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.token(workspaceId, id));
        if ((await tx.get(ref)).exists) tx.update(ref, { lastUsedAt: timestamp(at) });
      }),
  };
}
