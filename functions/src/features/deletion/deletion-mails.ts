import type { Mail } from "../../ports/mailer.js";
import { noticeMail } from "../mails/action-mail.js";
import { taskId } from "../../common/task-id.js";
import type { DeletionOf } from "./deletion-record.js";

/** Tells a former member that the workspace was deleted. */
export const workspaceDeletedMail = (
  { id, name, deletedBy }: Pick<DeletionOf<"workspace">, "id" | "name" | "deletedBy">,
  to: string,
): Mail =>
  noticeMail({
    id: mailId(id, to),
    to,
    subject: `The workspace ${name} was deleted`,
    paragraphs: [
      `${deletedBy} deleted the workspace ${name} on Plumbline along with its connections, setups, reports and files. Its schedules have stopped, and its plan has ended with a final invoice.`,
      "Copies in backups are gone within 7 days.",
    ],
    reason: "You received this because you were a member of this workspace.",
  });

/** Tells a person that their account was deleted. */
export const accountDeletedMail = (id: string, to: string): Mail =>
  noticeMail({
    id: mailId(id, to),
    to,
    subject: "Your account was deleted",
    paragraphs: [
      "Your Plumbline account was deleted, along with the workspaces that only you belonged to. Nothing in them runs anymore, and you won't be billed again after the final invoice.",
      "Copies in backups are gone within 7 days.",
    ],
    reason:
      "You received this because an account with this address was deleted. This is our last email to you.",
  });

/** A repeated step sends an email with the same id, which mailboxes show once. */
const mailId = (deletionId: string, to: string): string => `deleted-${taskId(deletionId, to).slice(0, 32)}`;
