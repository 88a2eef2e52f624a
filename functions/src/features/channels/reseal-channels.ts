import { eachOf } from "../../common/each-of.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { channelSecretContext } from "./channel-record.js";

const maxPerTick = 100;
const concurrency = 10;

/**
 * Re-encrypts channel secrets that were encrypted with an earlier key. A secret that is replaced in the
 * meantime is left alone, because it already uses the current key.
 * @returns how many were re-encrypted
 */
export async function resealChannels({
  channels,
  secrets,
  logger,
}: Pick<Dependencies, "channels" | "secrets" | "logger">): Promise<number> {
  const found = await channels.sealedWithOtherKeys(secrets.keyId, maxPerTick);
  return eachOf(
    found,
    concurrency,
    async ({ workspaceId, record: { id } }) => {
      const context = channelSecretContext(workspaceId, id);
      await channels.change(workspaceId, id, (stored) =>
        stored.secret && stored.secret.keyId !== secrets.keyId
          ? { ...stored, secret: secrets.seal(secrets.open(stored.secret, context), context) }
          : stored,
      );
    },
    ({ workspaceId, record }, error) =>
      logger.error("channel's secret not re-encrypted", { workspaceId, channelId: record.id }, error),
  );
}
