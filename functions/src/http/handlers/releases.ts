import type { Dependencies } from "../../composition/dependencies.js";
import { recordRelease } from "../../features/releases/record-release.js";
import { type Handlers, page } from "../endpoint.js";

type Names = "listReleases" | "recordRelease" | "deleteRelease";

export const releaseHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  listReleases: async ({ actor, query }) => page(await deps.releases.list(actor.workspaceId, query)),
  recordRelease: ({ actor, body }) => recordRelease(deps, actor.workspaceId, body),
  deleteRelease: async ({ actor, params }) => {
    await deps.releases.delete(actor.workspaceId, params.id);
    return undefined;
  },
});
