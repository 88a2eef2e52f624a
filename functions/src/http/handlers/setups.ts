import { detectorCatalogue } from "../../contract/detectors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { getReplay, startReplay, stopReplay } from "../../features/replay/start-replay.js";
import { createSetup, updateSetup, deleteSetup } from "../../features/setups/manage-setups.js";
import { estimateRows } from "../../features/setups/estimate-rows.js";
import { suggestChanges } from "../../features/incidents/suggest-changes.js";
import { toSetup, toSetups } from "../../features/setups/to-setup.js";
import { audited, recordAudit } from "../../features/workspaces/audit.js";
import { type Handlers, page } from "../endpoint.js";

export const setupHandlers = (deps: Dependencies) =>
  ({
    listDetectors: () => Promise.resolve([...detectorCatalogue]),
    listSetups: async ({ actor, query }) => {
      const { items, nextCursor } = await deps.setups.list(actor.workspaceId, query);
      return page({ items: await toSetups(deps, actor.workspaceId, items), nextCursor });
    },
    getSetup: async ({ actor, params }) =>
      toSetup(deps, actor.workspaceId, await deps.setups.get(actor.workspaceId, params.id)),
    getSetupEstimate: ({ actor, query }) => estimateRows(deps, actor.workspaceId, query),
    getSetupSuggestions: ({ actor, params }) => suggestChanges(deps, actor.workspaceId, params.id),
    createSetup: ({ actor, query, body }) =>
      audited(
        deps,
        actor,
        "setup.created",
        createSetup(deps, actor.workspaceId, body, query.fromFile),
        (created) => created.name,
      ),
    updateSetup: async ({ actor, params, query, body }) => {
      const before = await deps.setups.get(actor.workspaceId, params.id);
      const updated = await updateSetup(deps, actor.workspaceId, params.id, body, query);
      if (updated.revision !== before.revision) await recordAudit(deps, actor, "setup.updated", updated.name);
      return updated;
    },
    deleteSetup: async ({ actor, params, query }) => {
      const { name } = await deps.setups.get(actor.workspaceId, params.id);
      await deleteSetup(deps, actor.workspaceId, params.id, query.revision);
      await recordAudit(deps, actor, "setup.deleted", name);
    },
    startReplay: ({ actor, body }) => startReplay(deps, actor.workspaceId, body),
    getReplay: ({ actor, params }) => getReplay(deps, actor.workspaceId, params.replayId),
    stopReplay: ({ actor, params }) => stopReplay(deps, actor.workspaceId, params.replayId),
  }) satisfies Partial<Handlers>;
