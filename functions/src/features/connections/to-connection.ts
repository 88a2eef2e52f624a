import type { Connection } from "../../contract/connections.js";
import type { ConnectionRecord } from "./connection-repository.js";

/** What the API shows: everything but the secret and our bookkeeping. */
export const toConnection = ({
  secret: _secret,
  revision: _revision,
  ...shown
}: ConnectionRecord): Connection => shown;
