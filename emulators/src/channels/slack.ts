import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readJson, sendJson } from "../http/body.js";

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | null;
  /** Whether a reply is also shown in the channel. */
  readonly isBroadcast: boolean;
  text: string;
  blocks: readonly unknown[];
  isEdited: boolean;
  readonly metadata: unknown;
}

const channels = ["data-alerts", "mobile"];

/**
 * The parts of Slack's Web API that are used, and incoming webhooks at `/slack/hooks/<anything>`, which post
 * to #data-alerts. Tokens begin with `xoxb-`.
 */
export class Slack {
  readonly messages: SlackMessage[] = [];
  #posted = 0;

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (url.pathname.startsWith("/slack/hooks/")) {
      this.#post("data-alerts", await readJson(request));
      response.end("ok");
      return;
    }
    if (!request.headers.authorization?.startsWith("Bearer xoxb-")) return refuse(response, "invalid_auth");
    const method = url.pathname.replace("/slack/api/", "");
    const body =
      request.method === "POST" ? await readJson(request) : Object.fromEntries(url.searchParams.entries());
    const channel = String(body["channel"]).replace(/^#/, "");
    if (!channels.includes(channel)) return refuse(response, "channel_not_found");
    switch (method) {
      case "chat.postMessage": {
        const { ts } = this.#post(channel, body);
        return sendJson(response, 200, { ok: true, channel, ts });
      }
      case "chat.update": {
        const found = this.messages.find(({ ts }) => ts === body["ts"]);
        if (!found) return refuse(response, "message_not_found");
        Object.assign(found, { text: String(body["text"]), blocks: blocksOf(body), isEdited: true });
        return sendJson(response, 200, { ok: true, channel, ts: found.ts });
      }
      case "conversations.history":
      case "conversations.replies": {
        const thread = method === "conversations.replies" ? String(body["ts"]) : null;
        const found = this.messages
          .filter((message) => message.channel === channel)
          .filter(({ ts, threadTs }) => threadTs === thread || ts === thread)
          .map(({ ts, text, metadata }) => ({ ts, text, metadata }));
        return sendJson(response, 200, { ok: true, messages: found });
      }
      default:
        refuse(response, "unknown_method");
    }
  }

  #post(channel: string, body: Record<string, unknown>): SlackMessage {
    const message: SlackMessage = {
      channel,
      ts: `${Math.floor(Date.now() / 1_000)}.${String(this.#posted++).padStart(6, "0")}`,
      threadTs: typeof body["thread_ts"] === "string" ? body["thread_ts"] : null,
      isBroadcast: body["reply_broadcast"] === true,
      text: String(body["text"]),
      blocks: blocksOf(body),
      isEdited: false,
      metadata: body["metadata"] ?? null,
    };
    this.messages.push(message);
    return message;
  }
}

const blocksOf = (body: Record<string, unknown>): readonly unknown[] =>
  Array.isArray(body["blocks"]) ? (body["blocks"] as unknown[]) : [];

/** Slack returns errors with status 200. */
const refuse = (response: ServerResponse, error: string): void =>
  sendJson(response, 200, { ok: false, error });

/** The texts of a message's blocks, as people read them. */
export const linesOf = ({ blocks, text }: SlackMessage): string[] => {
  const lines = blocks.flatMap((block) => {
    if (!isRecord(block)) return [];
    const parts = Array.isArray(block["elements"]) ? (block["elements"] as unknown[]) : [block["text"]];
    return parts.flatMap((part) => (isRecord(part) ? [String(part["text"])] : []));
  });
  return lines.length > 0 ? lines : [text];
};
