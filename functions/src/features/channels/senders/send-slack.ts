import { z } from "zod";
import { secondMs } from "../../../common/time.js";
import { oneLine } from "../../mails/mail-text.js";
import type { Activity, DeliveryRecord, MessageChange, Thread } from "../channel-record.js";
import { formatUtc, incidentUrl, lineOf, messageOf, namedChanges, noteOf } from "../delivery-message.js";
import type { Sender, SenderDeps, Sending } from "./sender.js";
import { callSlack } from "./slack-api.js";
import { escape, section, slackBlocks, slackLine } from "./slack-blocks.js";
import { buttonBlocks, mentionOf } from "./slack-buttons.js";
import { threadsOf } from "./threads.js";

/**
 * Posts through a bot. New incidents go into one message. Later changes, and what people do about an
 * incident, are replies in the thread of the message that reported it first, and its line in that message is
 * updated. If Slack can sign what buttons send, a message about one incident has them; otherwise each incident has
 * a reply with them.
 *
 * Slack doesn't recognize repeated requests. So each message carries our id in its metadata, and every try
 * after the first looks for that id in the channel before it posts.
 */
export const sendSlack: Sender<"slack"> = async (deps, sending) => {
  const { delivery, fields } = sending;
  const threads = new Map(
    [...(await threadsOf(deps, sending))].filter(([, thread]) => isIn(fields.channel, thread)),
  );
  const changes = delivery.changes.filter(({ incidentId }) => !threads.has(incidentId));
  const replies = [
    ...(await Promise.all(
      delivery.changes
        .filter(({ incidentId }) => threads.has(incidentId))
        .map((change) => changeReply(deps, sending, change)),
    )),
    ...delivery.activity.map((activity) => activityReply(activity, delivery)),
  ].filter(({ incidentId }) => threads.has(incidentId));
  if (
    delivery.kind !== "activity" &&
    (changes.length > 0 || delivery.names.length > 0 || replies.length === 0)
  )
    await postMain(deps, sending, changes);
  for (const reply of replies) await postReply(deps, sending, reply, threads.get(reply.incidentId)!);
  const updated = new Map(
    replies.map(({ incidentId }) => threads.get(incidentId)!).map((one) => [one.deliveryId, one]),
  );
  const changed = new Set(replies.map(({ incidentId }) => incidentId));
  for (const thread of updated.values()) await updateMessage(deps, sending, thread, changed);
  return `Posted to ${fields.channel}`;
};

/** Whether a thread is still in the channel that messages go to. */
const isIn = (entered: string, { place, enteredPlace = entered }: Thread): boolean =>
  entered === place || withoutSign(entered) === withoutSign(enteredPlace);
const withoutSign = (channel: string): string => channel.replace(/^#/, "");

/** A message in the thread of an incident. */
type Reply = {
  incidentId: string;
  /** Whether the reply also shows in the channel. */
  isBroadcast: boolean;
  text: string;
  block: string;
  /** A member whom the reply mentions, if Slack knows them. */
  mentionedUid: string | null;
  /** New note for the incident's line in the first message; null leaves it unchanged. */
  note: string | null;
};

async function changeReply(
  { incidents, settings }: SenderDeps,
  { workspaceId }: Sending<"slack">,
  change: MessageChange,
): Promise<Reply> {
  const note = noteOf(change);
  const line = lineOf(change, settings.appUrl);
  const isWorse = change.kind === "escalated" || change.kind === "regressed";
  const incident = isWorse ? await incidents.find(workspaceId, change.incidentId) : null;
  return {
    incidentId: change.incidentId,
    // Changes for the worse also show in the channel and mention who handles it; recoveries don't.
    isBroadcast: isWorse,
    mentionedUid: incident?.assignee?.uid ?? null,
    text: `${note}: ${escape(line.headline)}`,
    block: `*${note}*\n${slackLine(line)}`,
    note,
  };
}

function activityReply(
  { incidentId, done, comment, assigneeUid }: Activity,
  { about: by, createdAt }: DeliveryRecord,
): Reply {
  const [name, what] = [escape(oneLine(by)), escape(oneLine(done))];
  const quoted = comment === null ? "" : `\n${escape(comment).replaceAll(/^/gm, "> ")}`;
  return {
    incidentId,
    isBroadcast: false,
    mentionedUid: assigneeUid,
    text: `${name} ${what}`,
    block: `*${name}* ${what}${quoted}`,
    note: comment === null ? `${by} ${done} · ${formatUtc(createdAt)}` : null,
  };
}

async function postMain(
  deps: SenderDeps,
  sending: Sending<"slack">,
  changes: readonly MessageChange[],
): Promise<void> {
  const { workspaceId, channel, delivery, fields, receive } = sending;
  const isWhole = changes.length === delivery.changes.length;
  const message = isWhole
    ? sending.message
    : messageOf({ ...delivery, changes: [...changes] }, deps.settings.appUrl);
  const buttons = delivery.kind === "run" ? await buttonsUnder(deps, sending, changes) : [];
  const posted =
    receiptOf(delivery.receipts.main) ??
    (await post(deps, sending, "main", {
      channel: withoutSign(fields.channel),
      text: escape(message.title),
      blocks: [...slackBlocks(message), ...buttons],
    }));
  await receive("main", `${posted.channel} ${posted.ts}`);
  if (delivery.kind !== "run") return;
  const thread = {
    createdAt: delivery.createdAt,
    deliveryId: delivery.id,
    place: posted.channel,
    enteredPlace: fields.channel,
    ref: posted.ts,
  };
  for (const { incidentId } of changes)
    await deps.channels.saveThread(workspaceId, channel.id, { ...thread, id: incidentId, note: null });
  if (changes.length < 2 || fields.signingSecret === undefined) return;
  for (const change of namedChanges({ changes: [...changes] })) {
    const { incidentId } = change;
    const part = `buttons-${incidentId}`;
    const { ts } =
      receiptOf(delivery.receipts[part]) ??
      (await post(deps, sending, part, {
        channel: posted.channel,
        thread_ts: posted.ts,
        ...(await itemOf(deps, sending, change)),
      }));
    await receive(part, `${posted.channel} ${ts}`);
    await deps.channels.saveThread(workspaceId, channel.id, {
      ...thread,
      id: incidentId,
      buttonsRef: ts,
      note: null,
    });
  }
}

/** An incident's own reply, with its buttons. */
async function itemOf(deps: SenderDeps, sending: Sending<"slack">, change: MessageChange, note?: string) {
  const line = lineOf(change, deps.settings.appUrl);
  const buttons = await buttonBlocks(deps, sending, change.incidentId);
  return { text: escape(line.headline), blocks: [section(slackLine(line, note)), ...buttons] };
}

async function postReply(
  deps: SenderDeps,
  sending: Sending<"slack">,
  { incidentId, isBroadcast, mentionedUid, text, block, note }: Reply,
  thread: Thread,
): Promise<void> {
  const { workspaceId, channel, delivery, fields, receive } = sending;
  const part = `reply-${incidentId}`;
  if (!(part in delivery.receipts)) {
    const mention = await mentionOf(deps, fields.botToken, mentionedUid);
    const posted = await post(deps, sending, part, {
      channel: thread.place,
      thread_ts: thread.ref,
      reply_broadcast: isBroadcast,
      text,
      blocks: [section(block), ...(mention === null ? [] : [section(`Assigned to ${mention}`)])],
    });
    await receive(part, `${posted.channel} ${posted.ts}`);
  }
  if (note !== null) await deps.channels.saveThread(workspaceId, channel.id, { ...thread, note });
}

/** Updates a message with the current notes of its incidents, and their buttons. */
async function updateMessage(
  deps: SenderDeps,
  sending: Sending<"slack">,
  thread: Thread,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { workspaceId, channel } = sending;
  const { appUrl } = deps.settings;
  const first = await deps.channels.findDelivery(workspaceId, thread.deliveryId);
  if (!first) return;
  const notes = new Map<string, string>();
  const own: MessageChange[] = [];
  for (const change of first.changes) {
    const found = await deps.channels.thread(workspaceId, channel.id, change.incidentId);
    if (found?.deliveryId !== first.id) continue;
    own.push(change);
    if (found.note !== null) notes.set(incidentUrl(appUrl, change.incidentId), found.note);
    if (found.buttonsRef === undefined || !changed.has(change.incidentId)) continue;
    const item = await itemOf(deps, sending, change, found.note ?? undefined);
    await update(deps, sending, { channel: found.place, ts: found.buttonsRef, ...item });
  }
  const message = messageOf({ ...first, changes: own }, appUrl);
  const buttons = await buttonsUnder(deps, sending, own);
  await update(deps, sending, {
    channel: thread.place,
    ts: thread.ref,
    text: escape(message.title),
    blocks: [...slackBlocks(message, notes), ...buttons],
  });
}

/** The buttons under a message about one incident. With more, each has a reply with its own. */
const buttonsUnder = async (
  deps: SenderDeps,
  sending: Sending<"slack">,
  changes: readonly MessageChange[],
): Promise<object[]> => (changes.length === 1 ? buttonBlocks(deps, sending, changes[0]!.incidentId) : []);

/** Tolerates that someone deleted the message in Slack, or that Slack no longer allows edits. */
const update = (deps: SenderDeps, { fields }: Sending<"slack">, body: Posted & Record<string, unknown>) =>
  callSlack(deps, fields.botToken, "chat.update", body, [
    "message_not_found",
    "cant_update_message",
    "edit_window_closed",
  ]);

type Posted = { channel: string; ts: string };

const receiptOf = (receipt: string | undefined): Posted | null => {
  const [channel, ts] = receipt?.split(" ") ?? [];
  return channel && ts ? { channel, ts } : null;
};

const eventType = "plumbline_delivery";

async function post(
  deps: SenderDeps,
  sending: Sending<"slack">,
  part: string,
  body: { channel: string; thread_ts?: string; [key: string]: unknown },
): Promise<Posted> {
  const id = `${sending.delivery.id} ${part}`;
  if (sending.delivery.attempts > 1) {
    const found = await findPosted(deps, sending, id, body);
    if (found) return found;
  }
  const metadata = { event_type: eventType, event_payload: { id } };
  const message = { ...body, metadata, unfurl_links: false };
  const answer = await callSlack(deps, sending.fields.botToken, "chat.postMessage", message);
  return postedSchema.parse(answer);
}

const postedSchema = z.object({ channel: z.string(), ts: z.string() });
const historySchema = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      metadata: z
        .looseObject({ event_payload: z.looseObject({ id: z.string().optional() }).optional() })
        .optional(),
    }),
  ),
});

/** The message that an earlier try posted. Null if there is none, or if the bot may not read the channel. */
async function findPosted(
  deps: SenderDeps,
  sending: Sending<"slack">,
  id: string,
  { channel, thread_ts: threadTs }: { channel: string; thread_ts?: string },
): Promise<Posted | null> {
  const oldest = String(Math.floor(Date.parse(sending.delivery.createdAt) / secondMs));
  const query = { channel, oldest, limit: "200", include_all_metadata: "true" };
  const answer = await callSlack(
    deps,
    sending.fields.botToken,
    threadTs === undefined ? "conversations.history" : "conversations.replies",
    threadTs === undefined ? query : { ...query, ts: threadTs },
    ["missing_scope", "not_in_channel", "channel_not_found", "thread_not_found"],
  );
  const parsed = historySchema.safeParse(answer);
  const found = parsed.data?.messages.find(({ metadata }) => metadata?.event_payload?.id === id);
  return found ? { channel, ts: found.ts } : null;
}
