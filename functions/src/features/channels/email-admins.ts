import { channelKindOf } from "../../contract/channels/kinds.js";
import { hasRole, type WorkspaceId } from "../../contract/workspaces.js";
import { taskId } from "../../common/task-id.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { actionMail } from "../mails/action-mail.js";
import { activePeople } from "../users/active-people.js";
import type { ChannelRecord } from "./channel-record.js";

type AdminMail = { subject: string; paragraphs: string[] };

const failingMail = ({ kind, name, lastAnswer }: ChannelRecord): AdminMail => ({
  subject: `Messages to “${name}” have failed for a day`,
  paragraphs: [
    `The last answer was: ${lastAnswer?.text ?? "none"}`,
    channelKindOf(kind).receives === "audit"
      ? "Nothing is lost: entries that haven't arrived are sent with the next message."
      : "Messages that couldn't be delivered within a day are listed in Settings and won't be sent again. New messages are still tried.",
  ],
});

const goneMail = ({ kind, name, lastAnswer }: ChannelRecord): AdminMail => ({
  subject: `“${name}” was switched off: its address no longer exists`,
  paragraphs: [
    `The last answer was: ${lastAnswer?.text ?? "none"}`,
    channelKindOf(kind).receives === "audit"
      ? "Enter a new address and switch it on again in Settings. Entries that haven't arrived are sent then."
      : "Messages that were waiting for it won't be sent. Enter a new address and switch it on again in Settings.",
  ],
});

/**
 * Emails the admins that a channel is failing or was switched off, once until it works again.
 * @returns false if that is to be tried again
 */
export async function emailAdmins(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  channel: ChannelRecord,
): Promise<boolean> {
  const { failingSince } = channel;
  if (failingSince === null || channel.failureReportedFor === failingSince || !deps.mailer.isConfigured)
    return true;
  const mail = channel.isOn ? failingMail(channel) : goneMail(channel);
  let [sent, refused] = [0, 0];
  const members = await deps.workspaces.members(workspaceId);
  const admins = members.filter(({ role }) => hasRole(role, "admin")).map(({ uid }) => uid);
  for (const { uid, email, isEmailVerified } of (await activePeople(deps, admins)).values()) {
    if (!isEmailVerified) continue;
    const message = actionMail({
      id: taskId("channelFailing", workspaceId, channel.id, failingSince, uid).slice(0, 40),
      to: email,
      ...mail,
      button: { label: "Open channels", url: `${deps.settings.appUrl}/settings/channels` },
      reason: "You received this because you are an admin of this workspace.",
    });
    try {
      await deps.mailer.send(message);
      sent++;
    } catch (error) {
      deps.logger.warn("admin not told of a channel", { workspaceId, channelId: channel.id, uid }, error);
      refused++;
    }
  }
  if (sent === 0 && refused > 0) return false;
  await deps.channels.change(workspaceId, channel.id, (before) => ({
    ...before,
    failureReportedFor: failingSince,
  }));
  return true;
}
