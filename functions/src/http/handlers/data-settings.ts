import { getDataSettings } from "../../features/data-settings/get-data-settings.js";
import { startSync } from "../../features/data-settings/start-sync.js";
import { updateDataSettings } from "../../features/data-settings/update-data-settings.js";
import { decideNames } from "../../features/names/decide-names.js";
import { listNames } from "../../features/names/list-names.js";
import { loadContext } from "../../features/project-context/stored-context.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Handlers } from "../endpoint.js";

export const dataSettingsHandlers = (deps: Dependencies) =>
  ({
    getDataSettings: ({ actor, query }) => getDataSettings(deps, actor.workspaceId, query),
    updateDataSettings: ({ actor, query, body }) =>
      updateDataSettings(deps, actor, query.connectionId, body, query),
    listNames: ({ actor, query }) =>
      listNames(deps, actor.workspaceId, query, (workspaceId, connection) =>
        loadContext(deps.objects, workspaceId, connection),
      ),
    decideNames: ({ actor, query, body }) =>
      decideNames(deps, actor, query.connectionId, body, query.fromFile),
    syncDataSettings: ({ actor, query }) => startSync(deps, actor.workspaceId, query.connectionId),
  }) satisfies Partial<Handlers>;
