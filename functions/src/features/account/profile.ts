import type { User } from "../../contract/users.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { actionMail, noticeMail } from "../mails/action-mail.js";
import { countStrangers, neverAskAgain, wantsNoMail } from "../mails/ask-strangers.js";
import { countAccountMail } from "../mails/mail-budget.js";
import { assertFreshLogin } from "../users/user-errors.js";
import { ensureRecord, toUser } from "../workspaces/ensure-user.js";
import type { Identity } from "../workspaces/actor.js";
import { actionUrl, mailId } from "./account-mails.js";

/** Changes the display name, in the record and in ID tokens issued from now on. */
export async function updateProfile(
  deps: Dependencies,
  identity: Identity,
  displayName: string,
): Promise<User> {
  await ensureRecord(deps, identity);
  await deps.identityProvider.setDisplayName(identity.uid, displayName);
  return toUser(deps, identity, await deps.users.setDisplayName(identity.uid, displayName));
}

/**
 * Emails a link to the new address; the address changes when the link is opened. Also notifies the old
 * address, if it is verified. The response is the same if someone else already has the new address.
 * @throws AppError `sign-in-again`, `rate-limited`; `invalid-request` if the new address unsubscribed
 */
export async function changeEmail(deps: Dependencies, identity: Identity, newEmail: string): Promise<void> {
  const { email, isEmailVerified } = identity;
  assertFreshLogin(deps, identity);
  if (newEmail === email.toLowerCase()) return;
  await countAccountMail(deps.rateLimiter, "accountMail", email);
  const [asked] = await countStrangers(deps, identity, [newEmail]);
  if (asked === undefined) throw wantsNoMail(newEmail);
  const code = await deps.identityProvider.emailChangeCode(email, newEmail);
  if (code === null) return;
  // An unproven address may be any text that somebody wants a stranger to read.
  await deps.mailer.send(
    actionMail({
      id: mailId(code),
      to: newEmail,
      subject: "Confirm your new email address",
      paragraphs: [
        `Confirm that you want to move your Plumbline account${isEmailVerified ? ` from ${email}` : ""} to this address. Nothing changes until you do.`,
        "After that, log in again with this address and your password.",
      ],
      button: { label: "Confirm address", url: actionUrl(deps, "verifyAndChangeEmail", code) },
      reason:
        "You received this because someone entered this address as their new one. If that wasn't you, ignore it.",
      stop: neverAskAgain(deps.settings, newEmail),
    }),
  );
  // An unverified address may be a stranger's, so it only ever gets its verification link.
  if (!isEmailVerified) return;
  await deps.mailer.send(
    noticeMail({
      id: mailId(`${code} old`),
      to: email,
      subject: "Your email address is about to change",
      paragraphs: [
        `Someone who is logged in to your Plumbline account asked to change its address to ${newEmail}. It changes when the link in the email to that address is opened.`,
        `If that wasn't you, change your password now: ${deps.settings.appUrl}/forgot-password`,
      ],
      reason: "You received this because this is the address of your Plumbline account.",
    }),
  );
}

/** Ends all of the person's sessions, including the current one. */
export async function signOutEverywhere(
  { identityProvider }: Dependencies,
  { uid }: Identity,
): Promise<void> {
  await identityProvider.revokeSessions(uid);
}
