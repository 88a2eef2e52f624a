import type { ChannelKind } from "../../../contract/channels/channels.js";
import type { Sender } from "./sender.js";
import { sendEmail } from "./send-email.js";
import { sendPagerDuty } from "./send-pagerduty.js";
import { sendSlack } from "./send-slack.js";
import { sendSlackWebhook } from "./send-slack-webhook.js";
import { sendWebhook } from "./send-webhook.js";

/** The sender for each kind of channel. */
export const senders: Record<ChannelKind, Sender> = {
  email: sendEmail,
  slack: sendSlack,
  slack_webhook: sendSlackWebhook,
  webhook: sendWebhook,
  pagerduty: sendPagerDuty,
};
