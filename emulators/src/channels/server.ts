import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { Faults } from "./faults.js";
import { channelsPage } from "./page.js";
import { Github } from "./github.js";
import { PagerDuty } from "./pagerduty.js";
import { Slack } from "./slack.js";
import { Teams } from "./teams.js";
import { WebhookReceiver } from "./webhooks.js";

/**
 * Stands in for the services that messages go to: Slack below `/slack`,
 * workflows of Teams below `/teams/workflows`, webhook receivers below `/webhooks`,
 * PagerDuty at `/pagerduty/v2/enqueue`,
 * GitHub's API below `/github`. `GET /` shows what has arrived, `GET /_state` the same as JSON.
 */
export async function startChannels({ port }: { readonly port: number }): Promise<RunningServer> {
  const [slack, teams, webhooks, pagerduty, github, faults] = [
    new Slack(),
    new Teams(),
    new WebhookReceiver(),
    new PagerDuty(),
    new Github(),
    new Faults(),
  ];
  return serve((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const answer = async (): Promise<void> => {
      if (url.pathname === "/") {
        response.writeHead(200, {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        });
        response.end(channelsPage(slack, teams, webhooks, pagerduty, github));
      } else if (url.pathname === "/_state")
        sendJson(response, 200, {
          slack: slack.messages,
          teams: teams.posts,
          webhooks: webhooks.received,
          pagerduty: [...pagerduty.alerts.values()],
          github: github.issues,
        });
      else if (url.pathname === "/_faults") await faults.control(request, response);
      else if (url.pathname.startsWith("/slack/")) {
        if (!faults.answers("slack", response)) await slack.answer(request, response, url);
      } else if (url.pathname.startsWith("/teams/workflows/")) {
        if (!faults.answers("teams", response)) await teams.answer(request, response, url);
      } else if (url.pathname.startsWith("/webhooks/")) {
        if (!faults.answers("webhooks", response)) await webhooks.answer(request, response, url);
      } else if (url.pathname === "/pagerduty/v2/enqueue") {
        if (!faults.answers("pagerduty", response)) await pagerduty.answer(request, response);
      } else if (url.pathname.startsWith("/github/")) {
        if (!faults.answers("github", response)) await github.answer(request, response, url);
      } else sendJson(response, 404, { error: "not found" });
    };
    answer().catch((error: unknown) => sendJson(response, 400, { error: String(error) }));
  }, port);
}
