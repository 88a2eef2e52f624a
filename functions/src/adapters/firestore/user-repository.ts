import type { DocumentSnapshot, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import type { UserRecord, UserRepository } from "../../features/users/user-repository.js";
import { accountDeleted } from "../../features/users/user-errors.js";
import { notFound, raise } from "../../common/errors.js";
import { paths } from "./paths.js";
import { isMissingDocument, read } from "./documents.js";
import { createWorkspaceIn } from "./workspace-repository.js";

const storedUser = z
  .object({
    id: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    displayName: z.string(),
    isDisplayNameGuessed: z.boolean(),
  })
  .transform(({ id, ...user }): UserRecord => ({ uid: id, ...user }));

export function firestoreUsers(db: Firestore): UserRepository {
  const ref = (uid: string) => db.doc(paths.user(uid));
  // A deleted account leaves a mark until the deletion's last pass. While it is there, no record can be created.
  const isDeleted = (snapshot: DocumentSnapshot) => snapshot.get("deletedAt") !== undefined;
  const toRecord = (snapshot: DocumentSnapshot) => (isDeleted(snapshot) ? null : read(storedUser, snapshot));
  const find = async (uid: string) => toRecord(await ref(uid).get());
  const change = async (uid: string, fields: Partial<UserRecord>): Promise<UserRecord> => {
    await ref(uid)
      .update(fields)
      .catch((error: unknown) => {
        throw isMissingDocument(error) ? notFound("user") : error;
      });
    return (await find(uid)) ?? raise(notFound("user"));
  };
  return {
    find,
    findAll: async (uids) => {
      if (uids.length === 0) return new Map();
      const found = (await db.getAll(...uids.map(ref))).map(toRecord);
      return new Map(found.filter((user) => user !== null).map((user) => [user.uid, user]));
    },
    ensure: (uid, fields, firstWorkspace) =>
      db.runTransaction(async (tx) => {
        const snapshot = await tx.get(ref(uid));
        if (isDeleted(snapshot)) throw accountDeleted();
        const found = toRecord(snapshot);
        if (found) return { user: found, isNew: false };
        // `set`, not `create`, because this uid may have been deleted and signed up again.
        tx.set(ref(uid), { ...fields, firebaseUid: uid });
        if (firstWorkspace) createWorkspaceIn(db, tx, firstWorkspace, uid);
        return { user: { uid, ...fields }, isNew: true };
      }),
    setDisplayName: (uid, displayName) => change(uid, { displayName, isDisplayNameGuessed: false }),
    setEmail: (uid, email) => change(uid, email),
  };
}
