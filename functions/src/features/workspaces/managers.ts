import { hasRole, type WorkspaceId } from "../../contract/workspaces.js";
import { eachOf } from "../../common/each-of.js";
import { raise } from "../../common/errors.js";
import { hourMs } from "../../common/time.js";
import type { Clock } from "../../common/clock.js";
import type { IdentityProvider } from "../../ports/identity-provider.js";
import type { WorkspaceRepository } from "./workspace-repository.js";

/** Finds workspaces that nobody manages anymore. */
export type WorkspaceManagers = {
  /** The workspaces among these in which no owner or admin can sign in anymore. */
  unmanaged(workspaceIds: Iterable<WorkspaceId>): Promise<Set<WorkspaceId>>;
};

/** A workspace that has a manager is not looked up again for this long. */
const knownForMs = hourMs;
const readAtOnce = 20;

/** Looks up workspaces in batches, because each tick of the scheduler asks about many. */
export function workspaceManagers({
  workspaces,
  identityProvider,
  clock,
}: {
  workspaces: WorkspaceRepository;
  identityProvider: IdentityProvider;
  clock: Clock;
}): WorkspaceManagers {
  const managedUntil = new Map<WorkspaceId, number>();
  return {
    async unmanaged(workspaceIds) {
      const now = clock.now().getTime();
      for (const [id, until] of managedUntil) if (until <= now) managedUntil.delete(id);
      const asked = [...new Set(workspaceIds)].filter((id) => !managedUntil.has(id));
      if (asked.length === 0) return new Set();
      const managers = new Map<WorkspaceId, string[]>();
      const read = async (id: WorkspaceId) => {
        const members = await workspaces.members(id);
        const uids = members.filter(({ role }) => hasRole(role, "admin")).map(({ uid }) => uid);
        managers.set(id, uids);
      };
      await eachOf(asked, readAtOnce, read, (_id, error) => raise(error as Error));
      const active = await identityProvider.activeOf([...managers.values()].flat());
      const unmanaged = new Set<WorkspaceId>();
      for (const [id, uids] of managers)
        if (uids.some((uid) => active.has(uid))) managedUntil.set(id, now + knownForMs);
        else unmanaged.add(id);
      return unmanaged;
    },
  };
}
