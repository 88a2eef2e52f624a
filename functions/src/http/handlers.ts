import type { Dependencies } from "../composition/dependencies.js";
import type { Handlers } from "./endpoint.js";
import { accountHandlers } from "./handlers/account.js";
import { billingHandlers } from "./handlers/billing.js";
import { channelHandlers } from "./handlers/channels.js";
import { connectionHandlers } from "./handlers/connections.js";
import { dataSettingsHandlers } from "./handlers/data-settings.js";
import { incidentHandlers } from "./handlers/incidents.js";
import { runHandlers } from "./handlers/runs.js";
import { setupHandlers } from "./handlers/setups.js";
import { systemHandlers } from "./handlers/system.js";
import { workspaceHandlers } from "./handlers/workspaces.js";

/** Creates the handler of every endpoint in the contract. */
export const createHandlers = (deps: Dependencies): Handlers => ({
  ...systemHandlers(deps),
  ...accountHandlers(deps),
  ...workspaceHandlers(deps),
  ...billingHandlers(deps),
  ...connectionHandlers(deps),
  ...setupHandlers(deps),
  ...dataSettingsHandlers(deps),
  ...runHandlers(deps),
  ...incidentHandlers(deps),
  ...channelHandlers(deps),
});
