import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readBytes, readJson, sendJson } from "../http/body.js";

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

/** Signs what buttons send. */
export const slackSigningSecret = "demo-signing-secret";

/**
 * The parts of Slack's Web API that are used, and incoming webhooks at `/slack/hooks/<anything>`, which post
 * to #data-alerts. Tokens begin with `xoxb-`. Everybody with an address at `example.com` has an account.
 * The page shows the messages' buttons; `press` reports a press to the app.
 */
export class Slack {
  readonly messages: SlackMessage[] = [];
  /** Sentences that only one person sees. */
  readonly ephemeral: { readonly email: string; readonly text: string }[] = [];
  #posted = 0;

  /** @param actionsUrl where the app receives presses of buttons */
  constructor(private readonly actionsUrl: string) {}

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
    if (method === "users.info" || method === "users.lookupByEmail") {
      const email = method === "users.info" ? emailOf(String(body["user"])) : String(body["email"]);
      if (!email.endsWith("@example.com")) return refuse(response, "users_not_found");
      const user = { id: userId(email), is_bot: false, is_email_confirmed: true, profile: { email } };
      return sendJson(response, 200, { ok: true, user });
    }
    const channel = String(body["channel"]).replace(/^#/, "");
    if (!channels.includes(channel)) return refuse(response, "channel_not_found");
    if (!areBlocksValid(blocksOf(body))) return refuse(response, "invalid_blocks");
    switch (method) {
      case "chat.postEphemeral": {
        this.ephemeral.push({ email: emailOf(String(body["user"])), text: String(body["text"]) });
        return sendJson(response, 200, { ok: true, message_ts: "1.0" });
      }
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

  /** Presses a button for the person with the address in the form, as Slack reports it to the app. */
  async press(request: IncomingMessage): Promise<void> {
    const form = new URLSearchParams((await readBytes(request)).toString());
    const message = this.messages.find(({ ts }) => ts === form.get("ts"));
    const button = message && buttonsOf(message).find(({ id }) => id === form.get("button"));
    if (!message || !button) throw new Error("There is no such button.");
    const payload = {
      type: "block_actions",
      user: { id: userId(form.get("email") ?? "") },
      channel: { id: message.channel },
      container: {
        message_ts: message.ts,
        ...(message.threadTs !== null && { thread_ts: message.threadTs }),
      },
      actions: [{ type: "button", action_id: button.id, value: button.value }],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac("sha256", slackSigningSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest("hex");
    const answer = await fetch(this.actionsUrl, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${signature}`,
      },
      body,
    });
    if (!answer.ok) throw new Error(`The app answered with ${answer.status}.`);
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

const userId = (email: string): string => `U${Buffer.from(email).toString("hex").toUpperCase()}`;
const emailOf = (user: string): string => Buffer.from(user.slice(1), "hex").toString();

const elementsOf = (block: unknown): Record<string, unknown>[] =>
  isRecord(block) && Array.isArray(block["elements"])
    ? (block["elements"] as unknown[]).filter(isRecord)
    : [];
const textIn = (element: Record<string, unknown>): string =>
  isRecord(element["text"]) ? String(element["text"]["text"]) : String(element["text"]);

/** Slack's documented limits. */
const areBlocksValid = (blocks: readonly unknown[]): boolean =>
  blocks.length <= 50 &&
  blocks.every((block) => {
    const isActions = isRecord(block) && block["type"] === "actions";
    const elements = elementsOf(block);
    if (!isActions) return !isRecord(block) || textIn(block).length <= 3_000;
    const ids = new Set(elements.map((element) => element["action_id"]));
    return (
      elements.length > 0 &&
      elements.length <= 25 &&
      ids.size === elements.length &&
      elements.every((element) => textIn(element).length <= 75 && String(element["value"]).length <= 2_000)
    );
  });

export const buttonsOf = ({ blocks }: SlackMessage) =>
  blocks
    .flatMap(elementsOf)
    .filter((element) => element["type"] === "button")
    .map((element) => ({
      id: String(element["action_id"]),
      label: textIn(element),
      value: String(element["value"]),
    }));

/** The texts of a message's blocks, as people read them. */
export const linesOf = ({ blocks, text }: SlackMessage): string[] => {
  const lines = blocks.flatMap((block) => {
    if (!isRecord(block) || block["type"] === "actions") return [];
    const parts = Array.isArray(block["elements"]) ? elementsOf(block) : [block];
    return parts.map(textIn);
  });
  return lines.length > 0 ? lines : [text];
};
