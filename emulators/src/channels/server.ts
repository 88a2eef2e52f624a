import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { Faults } from "./faults.js";
import { channelsPage } from "./page.js";
import { startServices, type Services } from "./services.js";

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
