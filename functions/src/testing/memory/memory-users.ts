import type { UserRecord, UserRepository } from "../../features/users/user-repository.js";
import { accountDeleted } from "../../features/users/user-errors.js";
import { notFound, raise } from "../../common/errors.js";
import type { MemoryDatabase } from "./memory-database.js";
import { createMemoryWorkspace } from "./memory-workspaces.js";

export function memoryUsers(db: MemoryDatabase): UserRepository {
  const find = (uid: string) => db.get<UserRecord>(uid, "user", uid);
  const change = (uid: string, fields: Partial<UserRecord>): UserRecord => {
    const user = { ...(find(uid) ?? raise(notFound("user"))), ...fields };
    db.set(uid, "user", uid, user);
    return user;
  };
  return {
    find: async (uid) => find(uid),
    findAll: async (uids) =>
      new Map(
        uids
          .map(find)
          .filter((user) => user !== null)
          .map((user) => [user.uid, user]),
      ),
    ensure: async (uid, fields, firstWorkspace) => {
      if (db.get(uid, "deletedUser", uid)) throw accountDeleted();
      const found = find(uid);
      if (found) return { user: found, isNew: false };
      const user = { uid, ...fields };
      db.set(uid, "user", uid, user);
      if (firstWorkspace) createMemoryWorkspace(db, firstWorkspace, uid);
      return { user, isNew: true };
    },
    setDisplayName: async (uid, displayName) => change(uid, { displayName, isDisplayNameGuessed: false }),
    setEmail: async (uid, email) => change(uid, email),
  };
}
