import { membersChannel } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, dayMs, hourMs, secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { OutboundError } from "../../ports/outbound-http.js";
import {
  type ChannelRecord,
  type DeliveryRecord,
  fieldValues,
  openSecrets,
  ticketReceipt,
} from "./channel-record.js";
import { claimDelivery, dueFields } from "./claim-delivery.js";
import { emailAdmins } from "./email-admins.js";
import { enqueueDelivery } from "./enqueue-delivery.js";
import { digestOverview, projectNames } from "./digest-overview.js";
import { messageOf, namedChanges, titleOf } from "./delivery-message.js";
import { sendToMembers } from "./members/send-to-members.js";
import { DeliveryError } from "./senders/sender.js";
import { senderOf } from "./senders/senders.js";

/** The members, to whom messages go as to any channel. */
const members = { ...membersChannel, kind: "members", isOn: true } as const;
type Recipient = ChannelRecord | typeof members;

/** How long a delivery is retried. */
const retryForMs = dayMs;
const firstWaitMs = 30 * secondMs;
const longestWaitMs = hourMs;
/** A channel that asks for a longer wait still gets several tries within a day. */
const longestAskedMs = 6 * hourMs;

/**
 * Tries a delivery once, however often its task runs. A failed try is repeated for a day with growing delays;
 * then the delivery fails and the admins are told.
 */
export async function sendDelivery(
  deps: Dependencies,
  { workspaceId, deliveryId }: TaskPayload<"sendDelivery">,
): Promise<void> {
  const claimed = await claimDelivery(deps, workspaceId, deliveryId);
  if (!claimed) return;
  const channel =
    claimed.channelId === members.id ? members : await deps.channels.find(workspaceId, claimed.channelId);
  if (!channel?.isOn) {
    const answer = channel ? "The channel is off." : "The channel was deleted.";
    // A channel that is off and still failing was switched off by us because its address is gone. The admins may not
    // have been told yet.
    const isReported = !channel || (await emailAdmins(deps, workspaceId, channel));
    await settleFailure(deps, workspaceId, claimed, answer, {
      isOver: true,
      isReported,
      dueAt: nextTry(deps, claimed),
    });
    return;
  }
  await attempt(deps, workspaceId, channel, claimed);
}

/** Makes one try and records the outcome on the delivery and the channel. */
export async function attempt(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  channel: Recipient,
  delivery: DeliveryRecord,
): Promise<DeliveryRecord | null> {
  const log = { workspaceId, channelId: channel.id, deliveryId: delivery.id, kind: channel.kind };
  let answer: string;
  try {
    answer = await sendOnce(deps, workspaceId, channel, delivery);
  } catch (error) {
    const isExpected = error instanceof DeliveryError || error instanceof OutboundError;
    const text = isExpected ? error.message : "Internal error in Plumbline.";
    deps.logger[isExpected ? "info" : "error"]("delivery not sent", { ...log, answer: text }, error);
    const { end, retryAfterSeconds } =
      error instanceof DeliveryError ? error : { end: null, retryAfterSeconds: null };
    const after =
      channel.kind === "members"
        ? null
        : await saveAnswer(deps, workspaceId, delivery, { isDelivered: false, text }, end);
    const isTest = delivery.kind === "test";
    const dueAt = nextTry(deps, delivery, retryAfterSeconds);
    const isOver = isTest || end !== null || isLate(delivery, dueAt);
    const isReported =
      !isOver || isTest || end === "over" || !after || (await emailAdmins(deps, workspaceId, after));
    return settleFailure(deps, workspaceId, delivery, text, { isOver, isReported, dueAt });
  }
  const isAudit = delivery.audit.length > 0;
  // The next message of the audit log begins after this one, and may be planned as soon as this one is settled.
  if (isAudit) await saveAnswer(deps, workspaceId, delivery, { isDelivered: true, text: answer });
  // It has arrived: from here on, failures don't send it again.
  const settled = await recordOutcome(deps, workspaceId, delivery, { status: "delivered", answer });
  deps.logger.info("delivery sent", { ...log, attempts: delivery.attempts });
  if (channel.kind === "members") return settled;
  if (!isAudit) await saveAnswer(deps, workspaceId, delivery, { isDelivered: true, text: answer });
  await addToTimelines(deps, workspaceId, channel, settled ?? delivery);
  return settled;
}

const nextTry = (
  { clock }: Pick<Dependencies, "clock">,
  { attempts }: DeliveryRecord,
  retryAfterSeconds: number | null = null,
): Date => addMs(clock.now(), waitAfter(attempts, retryAfterSeconds));

const isLate = ({ firstDueAt }: DeliveryRecord, at: Date, afterMs = retryForMs): boolean =>
  at.getTime() > Date.parse(firstDueAt) + afterMs;

/** Ends a delivery that is over, once the admins know or a second day has passed. Otherwise plans the next try. */
async function settleFailure(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  delivery: DeliveryRecord,
  answer: string,
  { isOver, isReported, dueAt }: { isOver: boolean; isReported: boolean; dueAt: Date },
): Promise<DeliveryRecord | null> {
  if (isOver && (isReported || isLate(delivery, dueAt, 2 * retryForMs)))
    return recordOutcome(deps, workspaceId, delivery, { status: "failed", answer });
  const outcome = { status: "waiting", answer, dueAt: toInstant(dueAt) } as const;
  const settled = await recordOutcome(deps, workspaceId, delivery, outcome);
  if (settled?.status === "waiting") await enqueueDelivery(deps, workspaceId, settled);
  return settled;
}

async function sendOnce(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  channel: Recipient,
  delivery: DeliveryRecord,
): Promise<string> {
  const receive = async (part: string, id: string): Promise<void> => {
    await deps.channels.changeDelivery(workspaceId, delivery.id, (stored) =>
      stored ? { ...stored, receipts: { ...stored.receipts, [part]: id } } : null,
    );
  };
  if (channel.kind === "members") return sendToMembers(deps, { workspaceId, delivery, receive });
  const secrets = openSecrets(deps.secrets, workspaceId, channel);
  const overview = await digestOverview(deps, workspaceId, delivery);
  const projects = await projectNames(deps, workspaceId, delivery);
  const message = messageOf(delivery, deps.settings.appUrl, overview, projects);
  const fields = fieldValues(channel, secrets);
  const signingSecrets = secrets?.signingSecrets ?? [];
  const sending = { workspaceId, channel, fields, signingSecrets, delivery, message, receive };
  return senderOf(channel.kind)(deps, sending);
}

/** Doubles from half a minute to an hour, or up to six hours if the channel asks for it. */
export const waitAfter = (attempts: number, retryAfterSeconds: number | null): number =>
  Math.max(
    Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs),
    Math.min((retryAfterSeconds ?? 0) * secondMs, longestAskedMs),
  );

function recordOutcome(
  { channels, clock }: Dependencies,
  workspaceId: WorkspaceId,
  { id }: DeliveryRecord,
  outcome: { status: DeliveryRecord["status"]; answer: string; dueAt?: string },
): Promise<DeliveryRecord | null> {
  const { dueAt, ...fields } = outcome;
  return channels.changeDelivery(workspaceId, id, (stored) =>
    stored
      ? {
          ...stored,
          ...fields,
          answeredAt: toInstant(clock.now()),
          claimedUntil: null,
          ...(dueAt === undefined ? { nextSweepAt: null } : dueFields(new Date(dueAt))),
        }
      : null,
  );
}

const saveAnswer = (
  { channels, clock }: Dependencies,
  workspaceId: WorkspaceId,
  delivery: DeliveryRecord,
  answer: { isDelivered: boolean; text: string },
  end: DeliveryError["end"] = null,
): Promise<ChannelRecord | null> =>
  channels.change(workspaceId, delivery.channelId, (before) => {
    const at = toInstant(clock.now());
    const { audit } = delivery;
    return {
      ...before,
      lastAnswer: { at, ...answer, title: titleOf(delivery) },
      ...(answer.isDelivered && audit.length > 0 && { lastAudit: audit.at(-1)! }),
      ...(end === "gone" && { isOn: false }),
      ...(end !== "over" && { failingSince: answer.isDelivered ? null : (before.failingSince ?? at) }),
    };
  });

/**
 * Adds the channel to the timelines of the incidents that a message names or that have a ticket. Runs after the delivery is
 * settled, so an entry is added once or never.
 */
async function addToTimelines(
  { incidents, clock }: Dependencies,
  workspaceId: WorkspaceId,
  { name }: ChannelRecord,
  delivery: DeliveryRecord,
): Promise<void> {
  const entry = { at: toInstant(clock.now()), actor: null, kind: "sent", text: name, runId: null } as const;
  const named = new Set(namedChanges(delivery));
  for (const change of delivery.changes) {
    const { incidentId } = change;
    const url = delivery.receipts[ticketReceipt(incidentId)];
    // Empty if the tracker has no ticket of it, and none was needed.
    if (url === "" || (url === undefined && !named.has(change))) continue;
    await incidents.change(workspaceId, incidentId, (before) =>
      before ? { incident: before, entries: [{ ...entry, ...(url && { url }) }] } : null,
    );
  }
}
