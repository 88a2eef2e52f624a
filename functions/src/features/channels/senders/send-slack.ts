import { z } from "zod";
import { secondMs } from "../../../common/time.js";
import { oneLine } from "../../mails/mail-text.js";
import type { Activity, MessageChange, Thread } from "../channel-record.js";
import { incidentUrl, lineOf, messageOf, noteOf } from "../delivery-message.js";
import { assertSuccess, DeliveryError, type Sender, type SenderDeps, type Sending } from "./sender.js";
import { escape, section, slackBlocks, slackLine } from "./slack-blocks.js";
import { threadsOf } from "./threads.js";

/**
 * Posts through a bot. New incidents go into one message. Later changes, and what people do about an
 * incident, are replies in the thread of the message that reported it first, and its line in that message is
 * updated.
 *
 * Slack doesn't recognize repeated requests. So each message carries our id in its metadata, and every try
 * after the first looks for that id in the channel before it posts.
 */
export const sendSlack: Sender<"slack"> = async (deps, sending) => {
  const { delivery, fields } = sending;
  const threads = await threadsOf(deps, sending);
  const changes = delivery.changes.filter(({ incidentId }) => !threads.has(incidentId));
  const replies = [
    ...delivery.changes.map((change) => changeReply(change, deps.settings.appUrl)),
    ...delivery.activity.map((activity) => activityReply(activity, delivery.about)),
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
  for (const thread of updated.values()) await updateMessage(deps, sending, thread);
  return `Posted to ${fields.channel}`;
};

/** A message in the thread of an incident. */
type Reply = {
  incidentId: string;
  /** Whether the reply also shows in the channel. */
  isBroadcast: boolean;
  text: string;
  block: string;
  /** New note for the incident's line in the first message; null leaves it unchanged. */
  note: string | null;
};

function changeReply(change: MessageChange, appUrl: string): Reply {
  const note = noteOf(change);
  const line = lineOf(change, appUrl);
  return {
    incidentId: change.incidentId,
    // Changes for the worse also show in the channel; recoveries don't.
    isBroadcast: change.kind === "escalated" || change.kind === "regressed",
    text: `${note}: ${escape(line.headline)}`,
    block: `*${note}*\n${slackLine(line)}`,
    note,
  };
}

function activityReply({ incidentId, done, comment }: Activity, by: string): Reply {
  const [name, what] = [escape(oneLine(by)), escape(oneLine(done))];
  const quoted = comment === null ? "" : `\n${escape(comment).replaceAll(/^/gm, "> ")}`;
  return {
    incidentId,
    isBroadcast: false,
    text: `${name} ${what}`,
    block: `*${name}* ${what}${quoted}`,
    note: comment === null ? `${by} ${done}` : null,
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
  const posted =
    receiptOf(delivery.receipts.main) ??
    (await post(deps, sending, "main", {
      channel: fields.channel.replace(/^#/, ""),
      text: escape(message.title),
      blocks: slackBlocks(message),
    }));
  await receive("main", `${posted.channel} ${posted.ts}`);
  if (delivery.kind !== "run") return;
  for (const { incidentId } of changes)
    await deps.channels.saveThread(workspaceId, channel.id, {
      id: incidentId,
      createdAt: delivery.createdAt,
      deliveryId: delivery.id,
      place: posted.channel,
      ref: posted.ts,
      note: null,
    });
}

async function postReply(
  deps: SenderDeps,
  sending: Sending<"slack">,
  { incidentId, isBroadcast, text, block, note }: Reply,
  thread: Thread,
): Promise<void> {
  const { workspaceId, channel, delivery, receive } = sending;
  const part = `reply-${incidentId}`;
  if (!(part in delivery.receipts)) {
    const posted = await post(deps, sending, part, {
      channel: thread.place,
      thread_ts: thread.ref,
      reply_broadcast: isBroadcast,
      text,
      blocks: [section(block)],
    });
    await receive(part, `${posted.channel} ${posted.ts}`);
  }
  if (note !== null) await deps.channels.saveThread(workspaceId, channel.id, { ...thread, note });
}

/** Updates a message with the current notes of its incidents. */
async function updateMessage(deps: SenderDeps, sending: Sending<"slack">, thread: Thread): Promise<void> {
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
  }
  const message = messageOf({ ...first, changes: own }, appUrl);
  await call(
    deps,
    sending,
    "chat.update",
    {
      channel: thread.place,
      ts: thread.ref,
      text: escape(message.title),
      blocks: slackBlocks(message, notes),
    },
    // Someone deleted the message in Slack, or Slack no longer allows edits.
    ["message_not_found", "cant_update_message", "edit_window_closed"],
  );
}

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
  const answer = await call(deps, sending, "chat.postMessage", { ...body, metadata, unfurl_links: false });
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
  const answer = await call(
    deps,
    sending,
    threadTs === undefined ? "conversations.history" : "conversations.replies",
    threadTs === undefined ? query : { ...query, ts: threadTs },
    ["missing_scope", "not_in_channel", "channel_not_found", "thread_not_found"],
  );
  const parsed = historySchema.safeParse(answer);
  const found = parsed.data?.messages.find(({ metadata }) => metadata?.event_payload?.id === id);
  return found ? { channel, ts: found.ts } : null;
}

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

/** @param tolerated Slack errors that don't count as failures here */
async function call(
  { outbound, settings }: SenderDeps,
  { fields }: Sending<"slack">,
  method: string,
  body: Record<string, unknown>,
  tolerated: readonly string[] = [],
): Promise<unknown> {
  const isRead = method.startsWith("conversations.");
  const query = isRead ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : "";
  const answer = await outbound.send({
    method: isRead ? "GET" : "POST",
    url: `${settings.channelServices.slack}/${method}${query}`,
    headers: {
      authorization: `Bearer ${fields.botToken}`,
      "content-type": "application/json; charset=utf-8",
    },
    ...(isRead ? {} : { body: JSON.stringify(body) }),
  });
  assertSuccess(answer);
  const parsed = answerSchema.safeParse(parseJson(answer.body));
  if (!parsed.success) throw new DeliveryError("Slack's answer could not be read.");
  const { ok, error = "an unknown error" } = parsed.data;
  if (!ok && !tolerated.includes(error)) throw new DeliveryError(`Slack answered: ${error}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
