import type { Dependencies } from "../../composition/dependencies.js";
import { toInstant } from "../../common/time.js";
import { taskId } from "../../common/task-id.js";
import { actionMail } from "../mails/action-mail.js";
import { neverAskAgain } from "../mails/ask-strangers.js";
import type { Actor } from "../workspaces/actor.js";
import { addressLink } from "./address-token.js";

/**
 * Emails a confirmation link to addresses of a channel that were counted before. Until they confirm, they read nothing
 * that somebody wrote: names of lists and workspaces could be somebody's advertisement.
 */
export async function inviteAddresses(
  { clock, mailer, settings }: Pick<Dependencies, "clock" | "mailer" | "settings">,
  { email: sender, workspaceId }: Actor,
  channelId: string,
  emails: readonly string[],
): Promise<void> {
  for (const email of emails)
    await mailer.send(
      actionMail({
        id: taskId("confirmAddress", channelId, email, toInstant(clock.now())).slice(0, 40),
        to: email,
        subject: "Confirm this address for emails from Plumbline",
        paragraphs: [
          `${sender} added this address to a list that gets messages about problems in a team's tracking.`,
          "Nothing more is sent until you confirm.",
        ],
        button: {
          label: "Confirm this address",
          url: addressLink(settings, { purpose: "confirm", workspaceId, channelId, email }),
        },
        reason: "You received this because someone entered your address. You can ignore it.",
        stop: neverAskAgain(settings, email),
      }),
    );
}
