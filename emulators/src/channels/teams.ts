import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readBytes, sendJson } from "../http/body.js";
import { limit } from "./limit.js";

export interface TeamsPost {
  readonly workflow: string;
  /** Texts of the card, one per block. */
  readonly lines: readonly string[];
  /** Why the workflow could not post; null if it did. The sender never learns it. */
  readonly failure: string | null;
}

/** Teams throttles a webhook with more requests than this in one second. */
const perSecond = 4;
/** About 28 KB, see learn.microsoft.com/connectors/teams. */
const maxBytes = 28 * 1_024;

/**
 * Workflows at `/teams/workflows/<name>?sig=…`. As in Power Automate, a request is accepted with 202 first, and
 * a card that is invalid or too large fails the workflow's run afterwards. The workflow `deleted` no longer
 * exists, and `disabled` is switched off.
 */
export class Teams {
  readonly posts: TeamsPost[] = [];
  /** Counts a request to a workflow; false if it is one too many. */
  readonly accepts: (workflow: string) => boolean;

  constructor(now: () => number = Date.now) {
    this.accepts = limit(perSecond, 1_000, now);
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const workflow = url.pathname.replace("/teams/workflows/", "");
    const body = await readBytes(request);
    const refuse = (status: number, code: string, headers: Record<string, string> = {}): void =>
      sendJson(response, status, { error: { code } }, headers);
    if (!url.searchParams.get("sig")) return refuse(401, "DirectApiAuthorizationRequired");
    if (workflow === "deleted") return refuse(404, "WorkflowNotFound");
    if (workflow === "disabled") return refuse(400, "WorkflowTriggerIsNotEnabled");
    if (!this.accepts(workflow)) return refuse(429, "TooManyRequests", { "retry-after": "1" });
    this.posts.push({ workflow, ...postOf(body) });
    response.writeHead(202).end();
  }
}

function postOf(body: Buffer): Pick<TeamsPost, "lines" | "failure"> {
  if (body.byteLength > maxBytes) return { lines: [], failure: "Request entity too large." };
  const card = cardIn(body.toString("utf8"));
  if (!card) return { lines: [], failure: "The request has no Adaptive Card." };
  if (!["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"].includes(String(card["version"])))
    return { lines: [], failure: `Version ${String(card["version"])} is not supported.` };
  const blocks: unknown[] = Array.isArray(card["body"]) ? card["body"] : [];
  const actions: unknown[] = Array.isArray(card["actions"]) ? card["actions"] : [];
  const buttons = actions.map((one) => (isRecord(one) ? `[${String(one["title"])}]` : ""));
  return { lines: [...blocks.map(textOf), ...buttons], failure: null };
}

function cardIn(text: string): Record<string, unknown> | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  const attachments: unknown[] =
    isRecord(message) && message["type"] === "message" && Array.isArray(message["attachments"])
      ? message["attachments"]
      : [];
  const [first] = attachments;
  return isRecord(first) &&
    first["contentType"] === "application/vnd.microsoft.card.adaptive" &&
    isRecord(first["content"]) &&
    first["content"]["type"] === "AdaptiveCard"
    ? first["content"]
    : null;
}

const textOf = (block: unknown): string => {
  if (!isRecord(block)) return "";
  const inlines: unknown[] = Array.isArray(block["inlines"]) ? block["inlines"] : [];
  return [block, ...inlines]
    .map((one) => (isRecord(one) && typeof one["text"] === "string" ? one["text"] : ""))
    .join("");
};
