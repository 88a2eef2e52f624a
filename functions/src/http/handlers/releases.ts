import type { Dependencies } from "../../composition/dependencies.js";
import { recordRelease } from "../../features/releases/record-release.js";
import { recordAudit } from "../../features/workspaces/audit.js";
import { type Handlers, page } from "../endpoint.js";

export const releaseHandlers = (deps: Dependencies) =>
  ({
    listReleases: async ({ actor, query }) => page(await deps.releases.list(actor.workspaceId, query)),
    recordRelease: async ({ actor, body }) => {
      const { release, isNew } = await recordRelease(deps, actor.workspaceId, body);
      if (isNew) await recordAudit(deps, actor, "release.recorded", release.version);
      return release;
    },
    deleteRelease: async ({ actor, params }) => {
      const { version } = await deps.releases.delete(actor.workspaceId, params.id);
      await recordAudit(deps, actor, "release.deleted", version);
    },
  }) satisfies Partial<Handlers>;
