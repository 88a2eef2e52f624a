import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Deletion } from "../../features/deletion/deletion-record.js";
import type { DeletionRepository, WorkspaceMembers } from "../../features/deletion/deletion-repository.js";
import type { Account } from "../../features/runs/run-repository.js";
import type { TokenRecord } from "../../features/tokens/token-repository.js";
import { accountDeleted } from "../../features/users/user-errors.js";
import type { MemberRecord } from "../../features/workspaces/workspace-repository.js";
import { initialBilling } from "../../features/billing/account/run-permission.js";
import { notFound, raise } from "../../common/errors.js";
import { addressHash } from "../../ports/rate-limiter.js";
import type { MemoryDatabase } from "./memory-database.js";

/** Owner of data that belongs to no tenant. */
const server = "";
/** Collections owned by a person. A test's workspace may have the same id as a person. */
const ofPerson = ["user", "memberships", "deletedUser"];

export function memoryDeletions(db: MemoryDatabase): DeletionRepository {
  const put = (deletion: Deletion) => db.set(server, "deletions", deletion.id, deletion);
  const find = (id: string) => db.get<Deletion>(server, "deletions", id);
  const workspace = (id: WorkspaceId): WorkspaceMembers | null => {
    const found = db.get<{ name: string }>(id, "workspace", id);
    return found && { id, name: found.name, members: db.all<MemberRecord>(id, "members") };
  };
  const mark = (id: WorkspaceId) => {
    const account = db.get<Account>(id, "account", id) ?? { activeRunId: null, billing: initialBilling };
    db.set<Account>(id, "account", id, { ...account, isDeleted: true });
  };
  const removeMember = (id: WorkspaceId, uid: string) => {
    db.delete(id, "members", uid);
    db.delete(uid, "memberships", id);
  };
  const close = ({ id, members }: WorkspaceMembers) => {
    mark(id);
    db.delete(id, "workspace", id);
    db.deleteAll(id, "invitations");
    for (const { uid } of members) removeMember(id, uid);
  };
  return {
    requestWorkspace: async (id, plan) => {
      const found = workspace(id) ?? raise(notFound("workspace"));
      const deletion = plan(found);
      close(found);
      put(deletion);
      return deletion;
    },
    requestAccount: async (uid, plan) => {
      if (db.get(uid, "deletedUser", uid)) throw accountDeleted();
      const workspaces = db
        .all<WorkspaceId>(uid, "memberships")
        .map(workspace)
        .filter((found) => found !== null);
      const { account, workspaces: closed, audit } = plan(workspaces);
      for (const found of workspaces) {
        if (closed.some(({ workspaceId }) => workspaceId === found.id)) close(found);
        else {
          removeMember(found.id, uid);
          const entry = audit(found);
          db.set(found.id, "audit", entry.id, entry);
        }
      }
      db.delete(uid, "user", uid);
      db.set(uid, "deletedUser", uid, true);
      const deletions = [account, ...closed];
      deletions.forEach(put);
      return deletions;
    },
    create: async (deletion) => put(deletion),
    find: async (id) => find(id),
    save: async (deletion, done) => {
      if (find(deletion.id)?.done.length !== done.length) return false;
      put(deletion);
      return true;
    },
    due: async (now, limit) =>
      db
        .all<Deletion>(server, "deletions")
        .filter(({ nextSweepAt }) => nextSweepAt <= now)
        .sort((a, b) => (a.nextSweepAt < b.nextSweepAt ? -1 : 1))
        .slice(0, limit),
    remove: async (id) => db.delete(server, "deletions", id),
    counts: async (id) => ({
      connections: db.all(id, "connections").length,
      setups: db.all(id, "setups").length,
      runs: db.all(id, "runs").length,
    }),
    purgeWorkspace: async (id, isLast) => {
      for (const customer of db.ids(server, "customers"))
        if (db.get(server, "customers", customer) === id) db.delete(server, "customers", customer);
      for (const collection of db.collectionsOf(id))
        if (!ofPerson.includes(collection)) db.deleteAll(id, collection);
      if (!isLast) mark(id);
    },
    purgePerson: async ({ uid, email }, isLast) => {
      for (const id of db.workspaces("tokens"))
        for (const token of db.all<TokenRecord>(id, "tokens"))
          if (token.createdBy.uid === uid) db.delete(id, "tokens", token.id);
      if (email !== null) {
        for (const id of db.workspaces("invitations"))
          for (const invitation of db.all<{ id: string; email: string }>(id, "invitations"))
            if (invitation.email === email.toLowerCase()) db.delete(id, "invitations", invitation.id);
        for (const collection of db.collectionsOf(addressHash(email)))
          db.deleteAll(addressHash(email), collection);
      }
      for (const collection of ofPerson) db.deleteAll(uid, collection);
      if (!isLast) db.set(uid, "deletedUser", uid, true);
    },
  };
}
