import type { Mail } from "../../ports/mailer.js";
import { actionMail } from "../mails/action-mail.js";
import type { InvitationRecord } from "./workspace-repository.js";

/** The email with the link to accept an invitation. */
export const invitationMail = (
  { id, email, role, invitedBy, tokenHash }: InvitationRecord,
  workspaceName: string,
  url: string,
): Mail =>
  actionMail({
    // A new link is a new email; sending the same link again is not.
    id: `invitation-${id}-${tokenHash.slice(0, 16)}`,
    to: email,
    subject: `${invitedBy} invited you to ${workspaceName} on Plumbline`,
    paragraphs: [
      `${invitedBy} invited you to join the workspace ${workspaceName} as ${withArticle(role)}.`,
      "The link works once and for 7 days.",
    ],
    button: { label: "Accept invitation", url },
    reason:
      "You received this because someone invited your address. If you don't know them, ignore this email.",
  });

const withArticle = (role: string): string => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;
