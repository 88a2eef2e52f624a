import { escape } from "../http/html.js";
import { sendJson, readJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { documentLines, Jira } from "./jira.js";
import { buttonsOf, linesOf, Slack, type SlackMessage } from "./slack.js";
import { Github } from "./github.js";
import { Linear } from "./linear.js";
import { PagerDuty } from "./pagerduty.js";
import { Teams } from "./teams.js";
import { WebhookReceiver } from "./webhooks.js";

/** `slackActionsUrl`: where the app receives presses of buttons in Slack. */
type ChannelsOptions = { readonly port: number; readonly slackActionsUrl: string };

/**
 * Stands in for the services that messages go to. `GET /` shows what has arrived, `GET /_state` the same as JSON.
 */
export async function startChannels({ port, slackActionsUrl }: ChannelsOptions): Promise<RunningServer> {
  const services = startServices(slackActionsUrl);
  const faults = new Faults();
  return serve((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, name = "", ...rest] = url.pathname.split("/");
    const answer = async (): Promise<void> => {
      if (url.pathname === "/") {
        response.writeHead(200, {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        });
        response.end(channelsPage(services));
      } else if (url.pathname === "/_state")
        sendJson(response, 200, {
          slack: services.slack.messages,
          ephemeral: services.slack.ephemeral,
          teams: services.teams.posts,
          webhooks: services.webhooks.received,
          pagerduty: [...services.pagerduty.alerts.values()],
          jira: services.jira.issues,
          github: services.github.issues,
          linear: services.linear.issues,
        });
      else if (url.pathname === "/_press" && request.method === "POST") {
        await services.slack.press(request);
        response.writeHead(303, { location: "/" }).end();
      } else if (url.pathname === "/_faults") await faults.control(request, response);
      else if (Object.hasOwn(services, name) && rest.length > 0) {
        if (!faults.answers(name, response))
          await services[name as keyof Services].answer(request, response, url);
      } else sendJson(response, 404, { error: "not found" });
    };
    answer().catch((error: unknown) => sendJson(response, 400, { error: String(error) }));
  }, port);
}

type Fault = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  hangs: boolean;
  times: number;
};

/**
 * Failures requested by tests: `POST /_faults {"service", "status", "headers", "body", "hangs", "times"}`;
 * `DELETE` clears them.
 */
class Faults {
  readonly #faults = new Map<string, Fault>();

  async control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "DELETE") this.#faults.clear();
    else {
      const { service, ...fault } = await readJson(request);
      const usual = { status: 500, headers: {}, body: { ok: false, error: "fault" }, hangs: false, times: 1 };
      this.#faults.set(String(service), { ...usual, ...fault });
    }
    sendJson(response, 200, { faults: Object.fromEntries(this.#faults) });
  }

  /** Answers instead of the service while it is set to fail. @returns whether it did */
  answers(service: string, response: ServerResponse): boolean {
    const fault = this.#faults.get(service);
    if (!fault || fault.times === 0) return false;
    fault.times--;
    // No answer, so the client waits until it gives up.
    if (!fault.hangs) sendJson(response, fault.status, fault.body, fault.headers);
    return true;
  }
}

/**
 * A page with everything that has arrived: Slack's channels with their threads, cards in Teams, webhooks,
 * PagerDuty's alerts, tickets.
 * Slack's buttons can be pressed. All text from senders is escaped.
 */
function channelsPage({ slack, teams, webhooks, pagerduty, jira, github, linear }: Services): string {
  const alerts = [...pagerduty.alerts.values()];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Channels</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #ddd;border-radius:6px;padding:.5rem 1rem;margin:.75rem 0}
article article{margin-left:1.5rem;background:#f7f7f7}p{margin:.25rem 0;white-space:pre-wrap}small{color:#666}
</style></head><body><h1>Channels</h1>
<h2>Slack</h2>${slackThreads(slack) || "<p>No messages yet.</p>"}${slack.ephemeral
    .map(
      ({ email, text }) =>
        `<article><small>only ${escape(email)} sees this</small><p>${escape(text)}</p></article>`,
    )
    .join("")}
<h2>Microsoft Teams</h2>${
    teams.posts
      .map(
        ({ workflow, lines, failure }) =>
          `<article><small>${escape(workflow)}${failure === null ? "" : ` · failed: ${escape(failure)}`}</small>${lines.map((line) => `<p>${escape(line)}</p>`).join("")}</article>`,
      )
      .join("") || "<p>No cards yet.</p>"
  }
<h2>Webhooks</h2>${
    webhooks.received
      .map(
        ({ receiver, id, signature, body }) =>
          `<article><small>${escape(receiver)} · ${escape(id)} · signature: ${signature}</small><p>${escape(JSON.stringify(body, null, 2))}</p></article>`,
      )
      .join("") || "<p>No webhooks yet.</p>"
  }
<h2>PagerDuty</h2>${
    alerts
      .map(
        ({ dedupKey, summary, severity, status }) =>
          `<article><small>${escape(dedupKey)} · ${escape(severity)} · ${status}</small><p>${escape(summary)}</p></article>`,
      )
      .join("") || "<p>No alerts yet.</p>"
  }
<h2>Jira</h2>${tickets(
    jira.issues.map(({ key, status, summary, description, comments }) => ({
      name: `${key} · ${status}`,
      lines: [summary, ...documentLines(description)],
      comments: comments.map((document) => documentLines(document).join("\n")),
    })),
  )}
<h2>GitHub</h2>${tickets(
    github.issues.map(({ repository, number, title, body, state, comments }) => ({
      name: `${repository} #${number} · ${state}`,
      lines: [title, body],
      comments: comments.map((one) => one.body),
    })),
  )}
<h2>Linear</h2>${tickets(
    linear.issues.map(({ identifier, state, title, description, comments }) => ({
      name: `${identifier} · ${state}`,
      lines: [title, description],
      comments: comments.map((one) => one.body),
    })),
  )}
</body></html>`;
}

type Ticket = { name: string; lines: string[]; comments: string[] };

const tickets = (all: readonly Ticket[]): string =>
  all
    .map(({ name, lines, comments }) => {
      const texts = lines.map((line) => `<p>${escape(line)}</p>`).join("");
      const replies = comments.map((text) => `<article><p>${escape(text)}</p></article>`).join("");
      return `<article><small>${escape(name)}</small>${texts}${replies}</article>`;
    })
    .join("") || "<p>No issues yet.</p>";

const slackThreads = ({ messages }: Slack): string =>
  messages
    .filter(({ threadTs }) => threadTs === null)
    .map((message) => {
      const replies = messages.filter(({ threadTs }) => threadTs === message.ts);
      return slackMessage(message, replies.map((reply) => slackMessage(reply)).join(""));
    })
    .join("");

const slackButtons = (message: SlackMessage): string => {
  const buttons = buttonsOf(message).map(
    ({ id, label }) => `<button name="button" value="${escape(id)}">${escape(label)}</button> `,
  );
  return buttons.length === 0
    ? ""
    : `<form method="post" action="/_press"><input type="hidden" name="ts" value="${escape(message.ts)}">
<label>Press as <input type="email" name="email" required placeholder="you@example.com"></label> ${buttons.join("")}</form>`;
};

const slackMessage = (message: SlackMessage, replies = ""): string => {
  const notes = [
    `#${message.channel}`,
    message.isEdited && "edited",
    message.isBroadcast && "also in the channel",
  ];
  const lines = linesOf(message).map((line) => `<p>${escape(line)}</p>`);
  return `<article><small>${notes.filter(Boolean).map(String).map(escape).join(" · ")}</small>${lines.join("")}${slackButtons(message)}${replies}</article>`;
};

/** The services that messages go to. Each answers below a path with its name. */
const startServices = (slackActionsUrl: string) => ({
  slack: new Slack(slackActionsUrl),
  teams: new Teams(),
  webhooks: new WebhookReceiver(),
  pagerduty: new PagerDuty(),
  jira: new Jira(),
  github: new Github(),
  linear: new Linear(),
});
type Services = ReturnType<typeof startServices>;
