import { z } from "zod";
import { secondMs } from "../../../common/time.js";
import type { MessageChange, Thread } from "../channel-record.js";
import { lineOf, messageOf, noteOf } from "../message.js";
import { assertSuccess, DeliveryError, type Sender, type SenderDeps, type Sending } from "./sender.js";
import { escape, slackBlocks, slackLine } from "./slack-blocks.js";

/**
 * Posts through a bot: what is new in one message; what changes later as replies in the thread of the message that told
 * of the incident first, whose line is updated.
 *
 * Slack does not know a request that it has had already. So each message carries an id of ours in its metadata, and a try
 * after the first looks for it in the channel before it posts.
 */
export const sendSlack: Sender = async (deps, sending) => {
  const { workspaceId, channel, delivery, secrets } = sending;
  const threads = new Map<string, Thread>();
  if (delivery.kind === "run")
    for (const { incidentId } of delivery.changes) {
      const thread = await deps.channels.thread(workspaceId, channel.id, incidentId);
      if (thread && thread.deliveryId !== delivery.id) threads.set(incidentId, thread);
    }
  const replies = delivery.changes.filter(({ incidentId }) => threads.has(incidentId));
  const changes = delivery.changes.filter(({ incidentId }) => !threads.has(incidentId));
  if (changes.length > 0 || replies.length === 0) await postMain(deps, sending, changes);
  for (const change of replies) await postReply(deps, sending, change, threads.get(change.incidentId)!);
  return `Posted to ${secrets.slackChannel!}`;
};

async function postMain(
  deps: SenderDeps,
  sending: Sending,
  changes: readonly MessageChange[],
): Promise<void> {
  const { workspaceId, channel, delivery, secrets, receive } = sending;
  const message = messageOf({ ...delivery, changes: [...changes] }, deps.settings.appUrl);
  const posted =
    receiptOf(delivery.receipts.main) ??
    (await post(deps, sending, "main", {
      channel: secrets.slackChannel!.replace(/^#/, ""),
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
      slackChannel: posted.channel,
      ts: posted.ts,
      note: null,
    });
}

async function postReply(
  deps: SenderDeps,
  sending: Sending,
  change: MessageChange,
  thread: Thread,
): Promise<void> {
  const { workspaceId, channel, delivery, receive } = sending;
  const part = `reply-${change.incidentId}`;
  const note = noteOf(change);
  const line = lineOf(change, deps.settings.appUrl);
  if (!(part in delivery.receipts)) {
    const posted = await post(deps, sending, part, {
      channel: thread.slackChannel,
      thread_ts: thread.ts,
      // What gets worse is seen in the channel, too; what is over is not.
      reply_broadcast: change.kind === "escalated" || change.kind === "regressed",
      text: `${note}: ${escape(line.headline)}`,
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: `*${note}*\n${slackLine(line)}`, verbatim: true } },
      ],
    });
    await receive(part, `${posted.channel} ${posted.ts}`);
  }
  await deps.channels.saveThread(workspaceId, channel.id, { ...thread, note });
  await updateLine(deps, sending, thread);
}

/** Writes the first message again, with what has become of its incidents. */
async function updateLine(deps: SenderDeps, sending: Sending, thread: Thread): Promise<void> {
  const { workspaceId, channel } = sending;
  const first = await deps.channels.findDelivery(workspaceId, thread.deliveryId);
  if (!first) return;
  const notes = new Map<string, string>();
  const own: MessageChange[] = [];
  for (const change of first.changes) {
    const found = await deps.channels.thread(workspaceId, channel.id, change.incidentId);
    if (found?.deliveryId !== first.id) continue;
    own.push(change);
    if (found.note !== null) notes.set(change.incidentId, found.note);
  }
  const message = messageOf({ ...first, changes: own }, deps.settings.appUrl);
  await call(
    deps,
    sending,
    "chat.update",
    {
      channel: thread.slackChannel,
      ts: thread.ts,
      text: escape(message.title),
      blocks: slackBlocks(message, notes),
    },
    // Somebody has deleted it in Slack, or Slack's time for changes is over.
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
  sending: Sending,
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

/** What an earlier try has posted. The bot may lack the right to read: then it posts. */
async function findPosted(
  deps: SenderDeps,
  sending: Sending,
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

/** @param tolerated errors of Slack's that are no failure here */
async function call(
  { outbound, settings }: SenderDeps,
  { secrets }: Sending,
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
      authorization: `Bearer ${secrets.botToken!}`,
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
