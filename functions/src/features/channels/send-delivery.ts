import { channelKindOf } from "../../contract/channels/kinds.js";
import { claimUntil, isClaimed } from "../../common/claim.js";
import { membersChannel } from "../../contract/channels/routes.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { hasRole } from "../../contract/workspaces.js";
import { addMs, dayMs, hourMs, minuteMs, secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { OutboundError } from "../../ports/outbound-http.js";
import { actionMail } from "../mails/action-mail.js";
import { taskId } from "../../common/task-id.js";
import { activePeople } from "../users/active-people.js";
import {
  type ChannelRecord,
  type DeliveryRecord,
  fieldValues,
  openSecrets,
  ticketReceipt,
} from "./channel-record.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";
import { digestOverview, projectNames } from "./digest-overview.js";
import { messageOf, namedChanges, titleOf } from "./delivery-message.js";
import { sendToMembers } from "./members/send-to-members.js";
import { DeliveryError } from "./senders/sender.js";
import { senderOf } from "./senders/senders.js";

/** The members, to whom messages go as to any channel. */
const members = { ...membersChannel, kind: "members", isOn: true } as const;
type Recipient = ChannelRecord | typeof members;

/** How long a worker claims a delivery: live ones are terminated after 4 minutes. */
export const claimMs = 5 * minuteMs;
/** How long a delivery is retried. */
const retryForMs = dayMs;
const firstWaitMs = 30 * secondMs;
const longestWaitMs = hourMs;
/** A channel that asks for a longer wait still gets several tries within a day. */
const longestAskedMs = 6 * hourMs;
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
 * Tries a delivery once, however often its task runs. A failed try is repeated for a day with growing delays;
 * then the delivery fails and the admins are told.
 */
export async function sendDelivery(
  deps: Dependencies,
  { workspaceId, deliveryId }: TaskPayload<"sendDelivery">,
): Promise<void> {
  const claimed = await claim(deps, workspaceId, deliveryId);
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

/**
 * @returns null if it is over or not due, another worker has it, or other messages of its channel or
 * workspace come first
 */
async function claim(
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
  if (channelId === members.id) return null;
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

const dueFields = (dueAt: Date) => ({
  dueAt: toInstant(dueAt),
  nextSweepAt: toInstant(addMs(dueAt, sweepGraceMs)),
});

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

type AdminMail = { subject: string; paragraphs: string[] };

const failingMail = ({ kind, name, lastAnswer }: ChannelRecord): AdminMail => ({
  subject: `Messages to “${name}” have failed for a day`,
  paragraphs: [
    `The last answer was: ${lastAnswer?.text ?? "none"}`,
    channelKindOf(kind).receives === "audit"
      ? "Nothing is lost: entries that haven't arrived are sent with the next message."
      : "Messages that couldn't be delivered within a day are listed in Settings and won't be sent again. New messages are still tried.",
  ],
});

const goneMail = ({ kind, name, lastAnswer }: ChannelRecord): AdminMail => ({
  subject: `“${name}” was switched off: its address no longer exists`,
  paragraphs: [
    `The last answer was: ${lastAnswer?.text ?? "none"}`,
    channelKindOf(kind).receives === "audit"
      ? "Enter a new address and switch it on again in Settings. Entries that haven't arrived are sent then."
      : "Messages that were waiting for it won't be sent. Enter a new address and switch it on again in Settings.",
  ],
});

/**
 * Emails the admins that a channel is failing or was switched off, once until it works again.
 * @returns false if that is to be tried again
 */
async function emailAdmins(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  channel: ChannelRecord,
): Promise<boolean> {
  const { failingSince } = channel;
  if (failingSince === null || channel.failureReportedFor === failingSince || !deps.mailer.isConfigured)
    return true;
  const mail = channel.isOn ? failingMail(channel) : goneMail(channel);
  let [sent, refused] = [0, 0];
  const members = await deps.workspaces.members(workspaceId);
  const admins = members.filter(({ role }) => hasRole(role, "admin")).map(({ uid }) => uid);
  for (const { uid, email, isEmailVerified } of (await activePeople(deps, admins)).values()) {
    if (!isEmailVerified) continue;
    const message = actionMail({
      id: taskId("channelFailing", workspaceId, channel.id, failingSince, uid).slice(0, 40),
      to: email,
      ...mail,
      button: { label: "Open channels", url: `${deps.settings.appUrl}/settings/channels` },
      reason: "You received this because you are an admin of this workspace.",
    });
    try {
      await deps.mailer.send(message);
      sent++;
    } catch (error) {
      deps.logger.warn("admin not told of a channel", { workspaceId, channelId: channel.id, uid }, error);
      refused++;
    }
  }
  if (sent === 0 && refused > 0) return false;
  await deps.channels.change(workspaceId, channel.id, (before) => ({
    ...before,
    failureReportedFor: failingSince,
  }));
  return true;
}
