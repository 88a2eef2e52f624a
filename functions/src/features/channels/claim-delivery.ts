import { claimUntil, isClaimed } from "../../common/claim.js";
import { addMs, hourMs, minuteMs, secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { membersChannel } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { DeliveryRecord } from "./channel-record.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";

/** How long a worker claims a delivery: live ones are terminated after 4 minutes. */
export const claimMs = 5 * minuteMs;
/** A message waits for earlier ones of its channel: it checks again this long after their next try. */
const waitForEarlierMs = 30 * secondMs;
/** A message waits for earlier ones at most this long. */
const longestWaitForEarlierMs = hourMs;
const maxEarlierChecked = 20;
/**
 * Messages of one workspace that are sent at the same time. With more, its slow channels could fill the whole
 * queue.
 */
const sentAtOnce = 5;
/** A message beyond those checks again after this. */
const waitForSlotMs = 5 * secondMs;

/**
 * Claims a delivery for one try.
 * @returns null if it is over or not due, another worker has it, or other messages of its channel or
 * workspace come first
 */
export async function claimDelivery(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  deliveryId: string,
): Promise<DeliveryRecord | null> {
  const found = await deps.channels.findDelivery(workspaceId, deliveryId);
  if (found?.status !== "waiting") return null;
  const now = deps.clock.now();
  const instant = toInstant(now);
  const turnAt =
    now.getTime() >= Date.parse(found.firstDueAt) + longestWaitForEarlierMs
      ? null
      : ((await turnAfterEarlier(deps, workspaceId, found)) ??
        (await turnInWorkspace(deps, workspaceId, found)));
  if (turnAt !== null) {
    const later = await deps.channels.changeDelivery(workspaceId, deliveryId, (stored) =>
      stored?.status === "waiting" && stored.claimedUntil === null
        ? { ...stored, ...dueFields(turnAt) }
        : null,
    );
    if (later?.status === "waiting") await enqueueDelivery(deps, workspaceId, later);
    return null;
  }
  let isMine = false;
  const claimed = await deps.channels.changeDelivery(workspaceId, deliveryId, (stored) => {
    isMine = false;
    if (stored?.status !== "waiting" || isClaimed(stored.claimedUntil, now) || stored.dueAt > instant)
      return null;
    isMine = true;
    return {
      ...stored,
      claimedUntil: claimUntil(now, claimMs),
      attempts: stored.attempts + 1,
      // Null until the outcome of this try is known.
      answeredAt: stored.claimedUntil === null ? stored.answeredAt : null,
      nextSweepAt: toInstant(addMs(now, sweepGraceMs)),
    };
  });
  return isMine ? claimed : null;
}

/**
 * When a message checks again, if earlier ones of its channel are still being tried; null if it is its turn.
 */
async function turnAfterEarlier(
  { channels, clock }: Dependencies,
  workspaceId: WorkspaceId,
  { id, channelId, createdAt, firstDueAt }: DeliveryRecord,
): Promise<Date | null> {
  // One member's mailbox that refuses emails must not delay all others.
  if (channelId === membersChannel.id) return null;
  const now = clock.now();
  const latest = addMs(new Date(firstDueAt), longestWaitForEarlierMs);
  const earlier = (await channels.waiting(workspaceId, channelId, maxEarlierChecked)).find(
    (other) =>
      other.id !== id &&
      other.createdAt < createdAt &&
      (other.attempts > 0 || other.firstDueAt <= toInstant(now)),
  );
  if (!earlier) return null;
  const after = Math.max(Date.parse(earlier.dueAt), now.getTime()) + waitForEarlierMs;
  return new Date(Math.min(after, latest.getTime()));
}

/** When a message checks again, if it is not among the first due of its workspace; null if it is its turn. */
async function turnInWorkspace(
  { channels, clock }: Dependencies,
  workspaceId: WorkspaceId,
  { id }: DeliveryRecord,
): Promise<Date | null> {
  const now = clock.now();
  const first = await channels.due(workspaceId, toInstant(now), sentAtOnce);
  const isAmongFirst = first.length < sentAtOnce || first.some((one) => one.id === id);
  return isAmongFirst ? null : addMs(now, waitForSlotMs);
}

export const dueFields = (dueAt: Date) => ({
  dueAt: toInstant(dueAt),
  nextSweepAt: toInstant(addMs(dueAt, sweepGraceMs)),
});
