import type { Dependencies } from "../../features/dependencies.js";
import { createSetup } from "../../features/setups/create-setup.js";
import { estimateRows } from "../../features/setups/estimate-rows.js";
import { toSetup, toSetups } from "../../features/setups/to-setup.js";
import { updateSetup } from "../../features/setups/update-setup.js";
import { type Handlers, page } from "../endpoint.js";

type Names =
  | "listDetectors"
  | "listSetups"
  | "getSetup"
  | "getSetupEstimate"
  | "createSetup"
  | "updateSetup"
  | "deleteSetup";

export const setupHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  listDetectors: async () => {
    const { detectorCatalogue } = await import("../../engine/registry.js");
    return [...detectorCatalogue];
  },
  listSetups: async ({ actor, query }) => {
    const { items, nextCursor } = await deps.setups.list(actor.uid, query);
    return page({ items: await toSetups(deps, actor.uid, items), nextCursor });
  },
  getSetup: async ({ actor, params }) =>
    toSetup(deps, actor.uid, await deps.setups.get(actor.uid, params.id)),
  getSetupEstimate: ({ actor, query }) => estimateRows(deps, actor.uid, query),
  createSetup: ({ actor, body }) => createSetup(deps, actor.uid, body),
  updateSetup: ({ actor, params, body }) => updateSetup(deps, actor.uid, params.id, body),
  deleteSetup: async ({ actor, params }) => {
    await deps.setups.delete(actor.uid, params.id);
    return undefined;
  },
});
