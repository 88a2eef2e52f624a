import { createHash } from "node:crypto";
import type { Dependencies } from "../../composition/dependencies.js";
import { actionMail } from "../mails/action-mail.js";
import { countAccountMail, hasRoomForReset } from "../mails/mail-budget.js";
import type { Identity } from "../workspaces/actor.js";

type Deps = Pick<Dependencies, "identityProvider" | "mailer" | "rateLimiter" | "settings">;

/**
 * Emails a link that verifies the signed-in person's address. Does nothing if the address is already
 * verified.
 * @throws AppError `rate-limited`
 */
export async function sendVerificationEmail(deps: Deps, { email, isEmailVerified }: Identity): Promise<void> {
  if (isEmailVerified) return;
  await countAccountMail(deps.rateLimiter, "accountMail", email);
  const code = await deps.identityProvider.emailVerificationCode(email);
  await deps.mailer.send(
    actionMail({
      id: mailId(code),
      to: email,
      subject: "Verify your email address",
      paragraphs: [
        "Confirm that this address is yours, so that Plumbline can email you what its checks find.",
      ],
      button: { label: "Verify email", url: actionUrl(deps, "verifyEmail", code) },
      reason:
        "You received this because this address was used to sign up for Plumbline. If that wasn't you, ignore it.",
    }),
  );
}

/**
 * Emails a password-reset link. The response is the same for an address without an account, so that it
 * doesn't reveal who has one.
 */
export async function sendPasswordReset(deps: Deps, email: string): Promise<void> {
  await countAccountMail(deps.rateLimiter, "passwordReset", email);
  const code = await deps.identityProvider.passwordResetCode(email);
  if (code === null || !(await hasRoomForReset(deps, email))) return;
  await deps.mailer.send(
    actionMail({
      id: mailId(code),
      to: email,
      subject: "Reset your password",
      paragraphs: ["Choose a new password for Plumbline. The link works once and for an hour."],
      button: { label: "Choose a new password", url: actionUrl(deps, "resetPassword", code) },
      reason:
        "You received this because someone asked for a new password for this address. If that wasn't you, ignore it.",
    }),
  );
}

export const actionUrl = (
  { settings }: Pick<Deps, "settings">,
  mode: "verifyEmail" | "resetPassword" | "verifyAndChangeEmail",
  code: string,
): string => `${settings.appUrl}/auth/action?mode=${mode}&oobCode=${encodeURIComponent(code)}`;

/** A hash, because the id is sent in a header, which must not reveal the code. */
export const mailId = (code: string): string =>
  `account-${createHash("sha256").update(code).digest("hex").slice(0, 24)}`;
