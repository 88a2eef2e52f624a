import { Github } from "./github.js";
import { Jira } from "./jira.js";
import { Linear } from "./linear.js";
import { PagerDuty } from "./pagerduty.js";
import { Slack } from "./slack.js";
import { Teams } from "./teams.js";
import { WebhookReceiver } from "./webhooks.js";

/** The services that messages go to. Each answers below a path with its name. */
export const startServices = (slackActionsUrl: string) => ({
  slack: new Slack(slackActionsUrl),
  teams: new Teams(),
  webhooks: new WebhookReceiver(),
  pagerduty: new PagerDuty(),
  jira: new Jira(),
  github: new Github(),
  linear: new Linear(),
});
export type Services = ReturnType<typeof startServices>;
