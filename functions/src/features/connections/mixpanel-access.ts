import type { Dependencies } from "../dependencies.js";
import type { RequestBudget } from "../mixpanel/request-budget.js";
import type { MixpanelAccess } from "../mixpanel/mixpanel.js";
import type { ConnectionRecord } from "./connection-repository.js";
import { connectionSecretContext } from "./secret-box.js";

/** Opens a connection's secret for calls to Mixpanel. Keep the result out of logs, errors and storage. */
export const mixpanelAccess = (
  { secrets }: Pick<Dependencies, "secrets">,
  uid: string,
  { id, region, projectId, serviceUsername, secret }: ConnectionRecord,
  budget?: RequestBudget,
): MixpanelAccess => ({
  region,
  projectId,
  username: serviceUsername,
  secret: secrets.open(secret, connectionSecretContext(uid, id)),
  ...(budget ? { budget } : {}),
});
