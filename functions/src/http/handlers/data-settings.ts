import { getDataSettings } from "../../features/data-settings/get-data-settings.js";
import { startSync } from "../../features/data-settings/start-sync.js";
import { updateDataSettings } from "../../features/data-settings/update-data-settings.js";
import { decideNames } from "../../features/names/decide-names.js";
import { listNames } from "../../features/names/list-names.js";
import { loadContext } from "../../features/project-context/stored-context.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Handlers } from "../endpoint.js";

type Names = "getDataSettings" | "updateDataSettings" | "syncDataSettings" | "listNames" | "decideNames";

export const dataSettingsHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  getDataSettings: ({ actor, query }) => getDataSettings(deps, actor.workspaceId, query),
  updateDataSettings: async ({ actor, query, body }) => {
    await updateDataSettings(deps, actor, query.connectionId, body, query);
    return undefined;
  },
  listNames: ({ actor, query }) =>
    listNames(
      deps,
      actor.workspaceId,
      query,
      async (workspaceId, connection) =>
        (await loadContext(deps.objects, workspaceId, connection))?.lexicon ?? {},
    ),
  decideNames: async ({ actor, query, body }) => {
    await decideNames(deps, actor, query.connectionId, body, query.fromFile);
    return undefined;
  },
  syncDataSettings: ({ actor, query }) => startSync(deps, actor.workspaceId, query.connectionId),
});
