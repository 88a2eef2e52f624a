import { AppError } from "../../common/errors.js";
import type { Clock } from "../../common/clock.js";
import { minuteMs } from "../../common/time.js";

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
