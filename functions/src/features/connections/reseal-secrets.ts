import { eachOf } from "../../common/each-of.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { connectionSecretContext } from "./secret-box.js";

const perTick = 100;
const atOnce = 10;

/**
 * Encrypts secrets with the current key that were sealed with an earlier one, so that the earlier key can be removed. A
 * secret that its owner replaces meanwhile stays as it is: it has the current key already.
 * @returns how many secrets were sealed again
 */
export async function resealSecrets(
  { connections, secrets, logger }: Pick<Dependencies, "connections" | "secrets" | "logger">,
  until: () => boolean,
): Promise<number> {
  const found = await connections.sealedWithOtherKeys(secrets.keyId, perTick);
  return eachOf(
    found,
    atOnce,
    async ({ workspaceId, record }) => {
      if (until()) return;
      const context = connectionSecretContext(workspaceId, record.id);
      const secret = secrets.seal(secrets.open(record.secret, context), context);
      await connections.replaceSecret(workspaceId, record.id, record.secret, secret);
    },
    ({ workspaceId, record }, error) =>
      logger.error("secret not sealed again", { workspaceId, connectionId: record.id }, error),
  );
}
