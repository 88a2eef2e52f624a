import type {
  Channel,
  CreateChannel,
  CreatedChannel,
} from "../../../../functions/src/contract/channels/channels.js";
import { channelKindOf, type ChannelKind } from "../../../../functions/src/contract/channels/kinds.js";
import { everything, type RouteInput } from "../../../../functions/src/contract/channels/routes.js";
import { slackSigningSecret } from "../../channels/slack.js";
import { findInMail } from "./find-in-mail.js";
import type { ProductClient } from "./product-client.js";
import type { SeedTarget } from "./seed-target.js";

/**
 * Adds one channel of each kind to an account without any, all at the local stand-ins, and a route to each that gets findings.
 * The email list's address is confirmed with the link that the local mail server received.
 * @returns how many channels were added
 */
export async function addChannels(
  client: ProductClient,
  { mailUrl, channelsUrl }: SeedTarget,
  email: string,
): Promise<number> {
  if ((await client.get<Channel[]>("/api/v1/channels")).length > 0) return 0;
  const webhooks = `${channelsUrl}/webhooks`;
  const wanted: { [K in ChannelKind]: readonly [CreateChannel & { kind: K }, Partial<RouteInput>] } = {
    slack: [
      {
        kind: "slack",
        name: "#data-alerts",
        botToken: "xoxb-demo-token",
        channel: "#data-alerts",
        signingSecret: slackSigningSecret,
      },
      {},
    ],
    slack_webhook: [
      { kind: "slack_webhook", name: "#mobile", url: `${channelsUrl}/slack/hooks/mobile` },
      { segment: "$os = *", changes: "worse" },
    ],
    teams: [
      { kind: "teams", name: "Web analytics", url: `${channelsUrl}/teams/workflows/web-analytics?sig=demo` },
      { changes: "worse" },
    ],
    webhook: [{ kind: "webhook", name: "Data catalog", url: `${webhooks}/catalog` }, {}],
    pagerduty: [
      { kind: "pagerduty", name: "Data platform on call", routingKey: "R0123456789" },
      { severity: "alert", subject: "Checkout*", changes: "worse" },
    ],
    jira: [
      {
        kind: "jira",
        name: "Analytics board",
        site: "acme.atlassian.net",
        project: "TRACK",
        issueType: "Task",
        email: "plumbline@example.com",
        token: "demo-token",
      },
      { changes: "worse" },
    ],
    github: [
      { kind: "github", name: "Tracking issues", repository: "acme/tracking", token: "github_pat_demo" },
      { severity: "alert" },
    ],
    linear: [
      { kind: "linear", name: "Engineering", team: "ENG", apiKey: "lin_api_demo" },
      { severity: "alert", subject: "Checkout*" },
    ],
    email: [
      { kind: "email", name: "Data team", addresses: [email] },
      { timing: { kind: "weekly", weekday: 1, hour: 8 } },
    ],
    // Last, because it needs a login in the last 10 minutes.
    audit_webhook: [{ kind: "audit_webhook", name: "Security archive", url: `${webhooks}/security` }, {}],
  };
  const all = Object.values(wanted);
  for (const [input, route] of all) {
    const channel = await client.post<CreatedChannel>("/api/v1/channels", input);
    if (channel.signingSecret !== null)
      await fetch("url" in input ? input.url : webhooks, {
        method: "PUT",
        body: JSON.stringify({ secret: channel.signingSecret }),
      });
    if (input.kind === "email") await confirm(mailUrl, email);
    if (channelKindOf(input.kind).receives !== "findings") continue;
    await client.post("/api/v1/routes", {
      ...everything,
      timeZone: "Europe/Paris",
      ...route,
      channelId: channel.id,
    });
  }
  return all.length;
}

/** Follows the link in the newest confirmation. */
async function confirm(mailUrl: string, email: string): Promise<void> {
  const link = await findInMail(mailUrl, email, /Confirm this address: (\S+)/);
  await fetch(link, { method: "POST" });
}
