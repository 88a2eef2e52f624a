import { assertSuccess, titleOfTry, type Sender } from "./sender.js";
import { escape, slackBlocks } from "./slack-blocks.js";

/**
 * Posts through an incoming webhook, which can neither read nor change messages. So after a try whose outcome
 * is unknown, the message is sent again and says so.
 */
export const sendSlackWebhook: Sender<"slack_webhook"> = async (
  { outbound },
  { fields, delivery, message },
) => {
  const title = titleOfTry(delivery, message);
  const answer = await outbound.send({
    method: "POST",
    url: fields.url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: escape(title), blocks: slackBlocks({ ...message, title }) }),
  });
  assertSuccess(answer);
  return `HTTP ${answer.status}`;
};
