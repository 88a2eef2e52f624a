import { eachOf } from "../../common/each-of.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { connectionSecretContext } from "./secret-box.js";

const maxPerTick = 100;
const concurrency = 10;

/**
 * Re-encrypts secrets that were encrypted with an earlier key, so that the earlier key can be removed. A
 * secret that is replaced in the meantime is left alone, because it already uses the current key.
 * @returns how many secrets were re-encrypted
 */
export async function resealSecrets(
  { connections, secrets, logger }: Pick<Dependencies, "connections" | "secrets" | "logger">,
  until: () => boolean,
): Promise<number> {
  const found = await connections.sealedWithOtherKeys(secrets.keyId, maxPerTick);
  return eachOf(
    found,
    concurrency,
    async ({ workspaceId, record }) => {
      if (until()) return;
      const context = connectionSecretContext(workspaceId, record.id);
      const secret = secrets.seal(secrets.open(record.secret, context), context);
      await connections.replaceSecret(workspaceId, record.id, record.secret, secret);
    },
    ({ workspaceId, record }, error) =>
      logger.error("secret not re-encrypted", { workspaceId, connectionId: record.id }, error),
  );
}
