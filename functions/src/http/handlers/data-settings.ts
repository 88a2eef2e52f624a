import { getDataSettings } from "../../features/data-settings/get-data-settings.js";
import { startSync } from "../../features/data-settings/start-sync.js";
import { updateDataSettings } from "../../features/data-settings/update-data-settings.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Handlers } from "../endpoint.js";

type Names = "getDataSettings" | "updateDataSettings" | "syncDataSettings";

export const dataSettingsHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  getDataSettings: ({ actor, query }) => getDataSettings(deps, actor.workspaceId, query),
  updateDataSettings: async ({ actor, query, body }) => {
    await updateDataSettings(deps, actor.workspaceId, query.connectionId, body, query);
    return undefined;
  },
  syncDataSettings: ({ actor, query }) => startSync(deps, actor.workspaceId, query.connectionId),
});
