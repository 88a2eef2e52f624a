import type { ChannelKind } from "../../../contract/channels/kinds.js";
import type { Thread } from "../channel-record.js";
import { DeliveryError, type SenderDeps, type Sending } from "./sender.js";

const waitingLookedAt = 20;

/**
 * The threads of incidents that an earlier message reported.
 * @throws DeliveryError if a message that will report one has not arrived yet
 */
export async function threadsOf(
  { channels }: SenderDeps,
  { workspaceId, channel, delivery }: Pick<Sending<ChannelKind>, "workspaceId" | "channel" | "delivery">,
): Promise<Map<string, Thread>> {
  const threads = new Map<string, Thread>();
  if (delivery.kind !== "run" && delivery.kind !== "activity") return threads;
  for (const { incidentId } of [...delivery.changes, ...delivery.activity]) {
    const thread = await channels.thread(workspaceId, channel.id, incidentId);
    if (thread && thread.deliveryId !== delivery.id) threads.set(incidentId, thread);
  }
  const missing = delivery.activity.filter(({ incidentId }) => !threads.has(incidentId));
  if (missing.length === 0) return threads;
  const waiting = await channels.waiting(workspaceId, channel.id, waitingLookedAt);
  const isComing = waiting.some(
    ({ kind, changes }) =>
      kind === "run" &&
      changes.some((change) => missing.some(({ incidentId }) => incidentId === change.incidentId)),
  );
  if (isComing) throw new DeliveryError("The message it replies to has not arrived yet.");
  return threads;
}
