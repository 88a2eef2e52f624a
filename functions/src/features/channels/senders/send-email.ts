import { taskId } from "../../../common/task-id.js";
import { messageMail } from "../../messages/mail-layout.js";
import { addressLink } from "../address-token.js";
import { oneLine } from "../../mails/mail-text.js";
import { DeliveryError, type Sender } from "./sender.js";

/**
 * Emails the confirmed addresses of a list, each once. A copy sent after a crash has the same id, so that
 * mailboxes show it once.
 */
export const sendEmail: Sender<"email"> = async ({ mailer, settings }, sending) => {
  const { workspaceId, channel, delivery, message, receive } = sending;
  const confirmed = channel.addresses.filter(({ confirmedAt }) => confirmedAt !== null);
  if (!mailer.isConfigured) throw new DeliveryError("Email is not set up on this installation.");
  if (confirmed.length === 0) throw new DeliveryError("No address is confirmed yet.", null, "over");
  for (const { email } of confirmed) {
    const part = taskId("address", email).slice(0, 20);
    if (part in delivery.receipts) continue;
    const stopUrl = addressLink(settings, { purpose: "stop", workspaceId, channelId: channel.id, email });
    const mail = messageMail(message, message.title, {
      reason: `You're receiving this because ${email} is on the list “${oneLine(channel.name)}”.`,
      stopLabel: "Stop these emails",
      stopUrl,
    });
    try {
      await mailer.send({ ...mail, id: taskId("delivery", delivery.id, email).slice(0, 40), to: email });
    } catch {
      throw new DeliveryError("The mail server did not accept the email.");
    }
    await receive(part, "sent");
  }
  return `Sent to ${confirmed.length} ${confirmed.length === 1 ? "address" : "addresses"}`;
};
