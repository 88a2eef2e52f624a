import type { UserRecord, UserRepository } from "../features/users/user-repository.js";
import { notFound, raise } from "../shared/errors.js";
import type { MemoryDatabase } from "./memory-database.js";

export function memoryUsers(db: MemoryDatabase): UserRepository {
  const find = (uid: string) => db.get<UserRecord>(uid, "user", uid);
  const change = (uid: string, fields: Partial<UserRecord>): UserRecord => {
    const user = { ...(find(uid) ?? raise(notFound("user"))), ...fields };
    db.set(uid, "user", uid, user);
    return user;
  };
  return {
    find: async (uid) => find(uid),
    ensure: async (uid, fields) => {
      const found = find(uid);
      if (found) return { user: found, isNew: false };
      const user = { ...fields, firebaseUid: uid, emailNotifications: true };
      db.set(uid, "user", uid, user);
      return { user, isNew: true };
    },
    setDisplayName: async (uid, displayName) => change(uid, { displayName, isDisplayNameGuessed: false }),
    setEmailNotifications: async (uid, emailNotifications) => change(uid, { emailNotifications }),
  };
}
