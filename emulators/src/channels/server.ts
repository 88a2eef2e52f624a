import { sendJson, readJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { channelsPage } from "./page.js";
import { startServices, type Services } from "./services.js";
import type { IncomingMessage, ServerResponse } from "node:http";

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

type Fault = { status: number; retryAfter: number | null; hangs: boolean; times: number };

/**
 * Failures requested by tests: `POST /_faults {"service", "status", "retryAfter", "hangs", "times"}`;
 * `DELETE` clears them.
 */
class Faults {
  readonly #faults = new Map<string, Fault>();

  async control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "DELETE") this.#faults.clear();
    else {
      const { service, status = 500, retryAfter = null, hangs = false, times = 1 } = await readJson(request);
      this.#faults.set(String(service), {
        status: Number(status),
        retryAfter: retryAfter === null ? null : Number(retryAfter),
        hangs: hangs === true,
        times: Number(times),
      });
    }
    sendJson(response, 200, { faults: Object.fromEntries(this.#faults) });
  }

  /** Answers instead of the service while it is set to fail. @returns whether it did */
  answers(service: string, response: ServerResponse): boolean {
    const fault = this.#faults.get(service);
    if (!fault || fault.times === 0) return false;
    fault.times--;
    // No answer, so the client waits until it gives up.
    if (fault.hangs) return true;
    const headers: Record<string, string> =
      fault.retryAfter === null ? {} : { "retry-after": String(fault.retryAfter) };
    sendJson(response, fault.status, { ok: false, error: "fault" }, headers);
    return true;
  }
}
