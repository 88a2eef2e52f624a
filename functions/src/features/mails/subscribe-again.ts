import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { emailNotVerified } from "../users/user-errors.js";
import { actionMail } from "./action-mail.js";
import { linkPage } from "./link-page.js";
import { countAccountMail } from "./mail-budget.js";
import {
  addressKeys,
  confirmationInvalid,
  confirmationToken,
  unsubscriptionOfToken,
} from "./unsubscribe-token.js";

type Deps = Pick<Dependencies, "unsubscribed" | "settings" | "mailer" | "rateLimiter">;

/** Whether the address has unsubscribed through an email's link and not subscribed again. */
export async function isUnsubscribed(
  { unsubscribed, settings }: Pick<Deps, "unsubscribed" | "settings">,
  email: string,
): Promise<boolean> {
  return (await unsubscribed.find(addressKeys(settings.unsubscribeKey, email))).size > 0;
}

/**
 * Emails a link that turns notifications to the address back on. Only someone with access to the mailbox can
 * undo an unsubscription, so that nobody can subscribe someone else.
 * @throws AppError `email-not-verified`, `rate-limited`
 */
export async function sendConfirmation(
  { unsubscribed, settings, mailer, rateLimiter }: Deps,
  { email, isEmailVerified }: { email: string; isEmailVerified: boolean },
): Promise<void> {
  const found = await unsubscribed.find(addressKeys(settings.unsubscribeKey, email));
  if (found.size === 0) return;
  if (!isEmailVerified) throw emailNotVerified();
  await countAccountMail(rateLimiter, "accountMail", email);
  const token = [...found]
    .map(([address, at]) => confirmationToken(settings.unsubscribeKey, { address, at }))
    .join(tokenSeparator);
  await mailer.send(
    actionMail({
      id: `subscribe-${taskId(token).slice(0, 24)}`,
      to: email,
      subject: "Confirm that you want emails again",
      paragraphs: [
        "You unsubscribed from Plumbline's emails and turned them back on in Settings. Confirm to get emails about findings and failed runs again.",
      ],
      button: {
        label: "Turn emails on",
        url: `${settings.appUrl}/api/v1/subscribe?token=${encodeURIComponent(token)}`,
      },
      reason:
        "You received this because emails were turned on in your account. If that wasn't you, ignore it.",
    }),
  );
}

/** A link has a token for each unsubscription that it undoes: the address's own, and that of its mailbox. */
const tokenSeparator = "~";
const unsubscriptionsOf = (key: string, token: string) =>
  token.split(tokenSeparator).map((one) => unsubscriptionOfToken(key, one));

/**
 * Undoes an unsubscription. Each link works once.
 * @returns the page to show
 * @throws AppError `invalid-unsubscribe-token`
 */
export async function subscribeAgain(
  { unsubscribed, settings }: Pick<Deps, "unsubscribed" | "settings">,
  token: string,
): Promise<string> {
  const unsubscriptions = unsubscriptionsOf(settings.unsubscribeKey, token);
  const removed = await Promise.all(unsubscriptions.map((one) => unsubscribed.remove(one)));
  // An earlier try may have removed one of them and then failed.
  const left = await unsubscribed.find(unsubscriptions.map(({ address }) => address));
  if (!removed.includes(true) || left.size > 0) throw confirmationInvalid();
  return linkPage("Emails are on", "Plumbline will email you about your checks again.", {
    label: "Open Settings",
    url: `${settings.appUrl}/settings`,
  });
}

/**
 * The page that asks for confirmation before anything changes, because mail scanners follow links, too.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function subscribePage({ settings }: Pick<Deps, "settings">, token: string): string {
  unsubscriptionsOf(settings.unsubscribeKey, token);
  return linkPage("Get emails again?", "You'll get emails about findings and failed runs.", {
    label: "Turn emails on",
    post: `/api/v1/subscribe?token=${encodeURIComponent(token)}`,
  });
}
