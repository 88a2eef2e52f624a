import type { ChannelKind } from "../../../contract/channels/kinds.js";
import type { FieldValues } from "../channel-record.js";
import type { Sender, SenderDeps, Sending } from "./sender.js";
import { sendEmail } from "./send-email.js";
import { sendGithub } from "./send-github.js";
import { sendJira } from "./send-jira.js";
import { sendLinear } from "./send-linear.js";
import { sendPagerDuty } from "./send-pagerduty.js";
import { sendSlack } from "./send-slack.js";
import { sendSlackWebhook } from "./send-slack-webhook.js";
import { sendTeams } from "./send-teams.js";
import { sendWebhook } from "./send-webhook.js";

const senders: { [K in ChannelKind]: Sender<K> } = {
  email: sendEmail,
  slack: sendSlack,
  slack_webhook: sendSlackWebhook,
  teams: sendTeams,
  webhook: sendWebhook,
  audit_webhook: sendWebhook,
  pagerduty: sendPagerDuty,
  jira: sendJira,
  github: sendGithub,
  linear: sendLinear,
};

type AnySender = (
  deps: SenderDeps,
  sending: Omit<Sending<ChannelKind>, "fields"> & { fields: FieldValues },
) => Promise<string>;

export const senderOf = (kind: ChannelKind): AnySender => senders[kind] as unknown as AnySender;
