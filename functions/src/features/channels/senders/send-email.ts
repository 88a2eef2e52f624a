import { taskId } from "../../runs/lifecycle/run-tasks.js";
import { actionMail } from "../../notifications/action-mail.js";
import { addressLink } from "../address-token.js";
import type { Message } from "../message.js";
import { DeliveryError, type Sender } from "./sender.js";

/** Emails the confirmed addresses of a list, each once: a copy after a crash has the same id, by which mailboxes fold it. */
export const sendEmail: Sender = async ({ mailer, settings }, sending) => {
  const { workspaceId, channel, delivery, message, receive } = sending;
  const confirmed = channel.addresses.filter(({ confirmedAt }) => confirmedAt !== null);
  if (!mailer.isConfigured) throw new DeliveryError("Email is not set up on this installation.");
  if (confirmed.length === 0) return "No address is confirmed yet.";
  for (const { email } of confirmed) {
    const part = taskId("address", email).slice(0, 20);
    if (part in delivery.receipts) continue;
    const stopUrl = addressLink(settings, { purpose: "stop", workspaceId, channelId: channel.id, email });
    const mail = actionMail({
      id: taskId("delivery", delivery.id, email).slice(0, 40),
      to: email,
      subject: message.title,
      paragraphs: paragraphsOf(message),
      button: message.link,
      reason: `You're receiving this because ${email} is on the list “${channel.name}”. Stop these emails: ${stopUrl}`,
    });
    const headers = {
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    try {
      await mailer.send({ ...mail, headers });
    } catch {
      throw new DeliveryError("The mail server did not take the email.");
    }
    await receive(part, "sent");
  }
  return `Sent to ${confirmed.length} ${confirmed.length === 1 ? "address" : "addresses"}`;
};

const paragraphsOf = ({ sections, more }: Message): string[] => [
  ...sections.flatMap(({ title, lines }) =>
    lines.map((line) => [title && `${title} · `, line.headline && `${line.headline}. `, line.text].join("")),
  ),
  ...(more === null ? [] : [more]),
];
