import { assertSuccess, type Sender } from "./sender.js";
import { escape, slackBlocks } from "./slack-blocks.js";

/**
 * Posts through an incoming webhook, which can neither read nor change messages. So after a try whose outcome
 * is unknown, the message is sent again and says so.
 */
export const sendSlackWebhook: Sender<"slack_webhook"> = async (
  { outbound },
  { fields, delivery, message },
) => {
  const isRefused = delivery.answeredAt !== null && delivery.answer?.startsWith("HTTP ");
  const isAgain = delivery.attempts > 1 && !isRefused;
  const title = isAgain ? `${message.title} (sent again: the first try got no response)` : message.title;
  const answer = await outbound.send({
    method: "POST",
    url: fields.url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: escape(title), blocks: slackBlocks({ ...message, title }) }),
  });
  assertSuccess(answer);
  return `HTTP ${answer.status}`;
};
