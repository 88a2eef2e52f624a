import { auditWebhook } from "./audit-webhook.js";
import { email } from "./email.js";
import { github } from "./github.js";
import { jira } from "./jira.js";
import { linear } from "./linear.js";
import { pagerDuty } from "./pagerduty.js";
import { slack } from "./slack.js";
import { slackWebhook } from "./slack-webhook.js";
import { teams } from "./teams.js";
import { webhook } from "./webhook.js";

/** Every kind of channel, in the order that the app lists them. Schemas, form, file and docs derive from it. */
export const channelKinds = {
  email,
  slack,
  slack_webhook: slackWebhook,
  teams,
  webhook,
  audit_webhook: auditWebhook,
  pagerduty: pagerDuty,
  jira,
  github,
  linear,
};
