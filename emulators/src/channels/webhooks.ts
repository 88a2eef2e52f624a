import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from "node:http";
import { readBytes, readJson, sendJson } from "../http/body.js";
import { createHmac, timingSafeEqual } from "node:crypto";

export interface ReceivedWebhook {
  readonly receiver: string;
  readonly id: string;
  /** "no secret" until the receiver has been given one. */
  readonly signature: "valid" | "invalid" | "no secret";
  readonly body: unknown;
}

/**
 * Receivers at `/webhooks/<name>`. `PUT /webhooks/<name> {"secret"}` gives a receiver its signing secret;
 * from then on it refuses webhooks that are not signed with it. Like a good receiver, it ignores a webhook
 * with an id it has already received.
 */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly #secrets = new Map<string, string>();

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const receiver = url.pathname.replace("/webhooks/", "");
    if (request.method === "PUT") {
      const { secret } = await readJson(request);
      this.#secrets.set(receiver, String(secret));
      return sendJson(response, 200, {});
    }
    const text = (await readBytes(request)).toString("utf8");
    const id = String(request.headers["webhook-id"] ?? "");
    const signature = this.#verify(receiver, text, request);
    const isNew = !this.received.some((one) => one.receiver === receiver && one.id === id);
    if (isNew || signature === "invalid")
      this.received.push({ receiver, id, signature, body: JSON.parse(text) as unknown });
    sendJson(response, signature === "invalid" ? 401 : 200, {});
  }

  #verify(receiver: string, text: string, { headers }: IncomingMessage): ReceivedWebhook["signature"] {
    const secret = this.#secrets.get(receiver);
    if (secret === undefined) return "no secret";
    return isSigned(secret, headers, text) ? "valid" : "invalid";
  }
}

const toleranceSeconds = 5 * 60;

/**
 * Whether a webhook is signed with the secret, as https://www.standardwebhooks.com specifies for receivers:
 * one of the signatures is valid and the time is at most 5 minutes off. Written from the specification,
 * independently of the sending code.
 */
export function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`] ?? ""),
  );
  if (!id || !timestamp || !signatures) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((signature) => {
    const [version, encoded = ""] = signature.split(",");
    const given = Buffer.from(encoded, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
