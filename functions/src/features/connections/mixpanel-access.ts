import type { Dependencies } from "../../composition/dependencies.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { RequestBudget } from "../../ports/request-budget.js";
import type { MixpanelAccess } from "../../ports/mixpanel.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { connectionSecretContext } from "./secret-box.js";

/** Decrypts a connection's secret for calls to Mixpanel. Keep the result out of logs, errors and storage. */
export const mixpanelAccess = (
  { secrets }: Pick<Dependencies, "secrets">,
  workspaceId: WorkspaceId,
  { id, region, projectId, serviceUsername, secret }: ConnectionRecord,
  budget?: RequestBudget,
): MixpanelAccess => ({
  region,
  projectId,
  username: serviceUsername,
  secret: secrets.open(secret, connectionSecretContext(workspaceId, id)),
  ...(budget ? { budget } : {}),
});
