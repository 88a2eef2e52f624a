import { membersChannel } from "../../../contract/channels/routes.js";
import { addMs, dayMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { deliveryId, putDelivery } from "../put-delivery.js";

/** Older news helps nobody. */
const newsDays = 7;
const deliveriesRead = 50;

/**
 * Emails a person the latest news of each of their workspaces that they missed because their address wasn't verified.
 * May run any number of times.
 */
export async function mailMissed(
  deps: Pick<Dependencies, "workspaces" | "channels" | "queue" | "clock" | "logger">,
  uid: string,
): Promise<void> {
  const now = deps.clock.now();
  const since = toInstant(addMs(now, -newsDays * dayMs));
  for (const { id: workspaceId, emailNotifications } of await deps.workspaces.membershipsOf(uid)) {
    if (!emailNotifications) continue;
    const { items } = await deps.channels.deliveries(
      workspaceId,
      { channelId: membersChannel.id },
      { limit: deliveriesRead },
    );
    const missed = items.find(
      ({ kind, receipts, createdAt }) =>
        kind === "run" && receipts[uid] === unverifiedReceipt && createdAt >= since,
    );
    if (!missed) continue;
    const { kind, channelId, runId, about, path, changes } = missed;
    await putDelivery(deps, workspaceId, deliveryId(channelId, missed.id, uid), {
      kind,
      channelId,
      runId,
      uid,
      about,
      path,
      changes,
      dueAt: toInstant(now),
    });
  }
}

/** A member's receipt of a delivery: it was sent, their address isn't verified, or the id of the digest that tells them. */
export const sentReceipt = "sent";
export const unverifiedReceipt = "unverified";
