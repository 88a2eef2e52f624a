import { roleWithArticle } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Mail } from "../../ports/mailer.js";
import { actionMail } from "../mails/action-mail.js";
import { neverAskAgain } from "../mails/ask-strangers.js";
import type { InvitationRecord } from "./workspace-repository.js";

/**
 * The email with the link to accept an invitation. It names its sender by their verified address only: names of people
 * and workspaces could be somebody's advertisement.
 */
export const invitationMail = (
  settings: Dependencies["settings"],
  { id, email, role, tokenHash }: InvitationRecord,
  sender: string,
  url: string,
): Mail =>
  actionMail({
    // A new link is a new email; sending the same link again is not.
    id: `invitation-${id}-${tokenHash.slice(0, 16)}`,
    to: email,
    subject: "You are invited to a workspace on Plumbline",
    paragraphs: [
      `${sender} invited you to join their workspace as ${roleWithArticle(role)}.`,
      "The link works once and for 7 days.",
    ],
    button: { label: "Accept invitation", url },
    reason:
      "You received this because someone invited your address. If you don't know them, ignore this email.",
    stop: neverAskAgain(settings, email),
  });
