import { AppError } from "../../common/errors.js";
import type { Clock } from "../../common/clock.js";
import { minuteMs } from "../../common/time.js";

export const emailNotVerified = (): AppError =>
  new AppError("email-not-verified", "The address is not verified.", {
    userMessage: "Verify your email address first. We sent you a link when you signed up.",
  });

/** For a token that is still valid even though its account was deleted. */
export const accountDeleted = (): AppError =>
  new AppError("unauthenticated", "The account was deleted.", { userMessage: "This account was deleted." });

/** What can't be undone, or gives lasting access, needs a login this recent: a stolen session isn't enough. */
const freshLoginMs = 10 * minuteMs;

/** @throws AppError `sign-in-again` if the person logged in too long ago, or the token doesn't say when */
export function assertFreshLogin(
  { clock }: { clock: Clock },
  { signedInAt }: { signedInAt: Date | null },
): void {
  if (signedInAt !== null && clock.now().getTime() - signedInAt.getTime() <= freshLoginMs) return;
  throw new AppError("sign-in-again", "Needs a login in the last 10 minutes.", {
    userMessage: "Enter your password again to do this.",
  });
}
