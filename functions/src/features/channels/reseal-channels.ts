import { eachOf } from "../../common/each-of.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { channelSecretContext } from "./channel-record.js";

const perTick = 100;
const atOnce = 10;

/**
 * Encrypts channels' secrets with the current key that were sealed with an earlier one. One that is replaced meanwhile
 * stays as it is: it has the current key already.
 * @returns how many were sealed again
 */
export async function resealChannels({
  channels,
  secrets,
  logger,
}: Pick<Dependencies, "channels" | "secrets" | "logger">): Promise<number> {
  const found = await channels.sealedWithOtherKeys(secrets.keyId, perTick);
  return eachOf(
    found,
    atOnce,
    async ({ workspaceId, record: { id } }) => {
      const context = channelSecretContext(workspaceId, id);
      await channels.change(workspaceId, id, (stored) =>
        stored.secret && stored.secret.keyId !== secrets.keyId
          ? { ...stored, secret: secrets.seal(secrets.open(stored.secret, context), context) }
          : stored,
      );
    },
    ({ workspaceId, record }, error) =>
      logger.error("channel's secret not sealed again", { workspaceId, channelId: record.id }, error),
  );
}
