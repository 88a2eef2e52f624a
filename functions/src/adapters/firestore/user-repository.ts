import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import type { UserRecord, UserRepository } from "../../features/users/user-repository.js";
import { notFound, raise } from "../../shared/errors.js";
import { paths } from "./paths.js";

/** The document also holds billing and the active run: only these fields are read, and every write merges. */
const stored = z.object({
  email: z.string(),
  displayName: z.string(),
  emailNotifications: z.boolean(),
  isDisplayNameGuessed: z.boolean().default(false),
});

/** gRPC's NOT_FOUND: an update is of a document that there is. */
const missing = 5;

export function firestoreUsers(db: Firestore): UserRepository {
  const find = async (uid: string): Promise<UserRecord | null> =>
    toRecord(uid, (await db.doc(paths.user(uid)).get()).data());
  /** Fields that nobody else writes: a transaction would only be in the way of those of the account's runs and bills. */
  const change = async (uid: string, fields: Partial<UserRecord>): Promise<UserRecord> => {
    await db
      .doc(paths.user(uid))
      .update(fields)
      .catch((error: unknown) => {
        throw (error as { code?: unknown }).code === missing ? notFound("user") : error;
      });
    return (await find(uid)) ?? raise(notFound("user"));
  };
  return {
    find,
    ensure: (uid, fields) =>
      db.runTransaction(async (tx) => {
        const ref = db.doc(paths.user(uid));
        const found = toRecord(uid, (await tx.get(ref)).data());
        if (found) return { user: found, isNew: false };
        const user = { ...fields, firebaseUid: uid, emailNotifications: true };
        tx.set(ref, user, { merge: true });
        return { user, isNew: true };
      }),
    setDisplayName: (uid, displayName) => change(uid, { displayName, isDisplayNameGuessed: false }),
    setEmailNotifications: (uid, emailNotifications) => change(uid, { emailNotifications }),
  };
}

/** Null also for a document that so far only has billing fields. */
const toRecord = (uid: string, data: FirebaseFirestore.DocumentData | undefined): UserRecord | null =>
  data?.email === undefined ? null : { ...stored.parse(data), firebaseUid: uid };
