import { isAppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";
import { mailboxOf } from "./mailbox.js";

/**
 * Counts an email to an account's own address: a password reset, which anyone who knows the address can trigger, or one
 * that the account's owner asks for. Whoever signs up as `name+tag@` or asks for its resets must not use up those of `name@`:
 * for resets, each address has a budget of its own, and `hasRoomForReset` limits the mailbox's; for the rest, `name@` has one,
 * and all other addresses of the mailbox share one.
 * @throws AppError `rate-limited`
 */
export async function countAccountMail(
  rateLimiter: RateLimiter,
  limit: "passwordReset" | "accountMail",
  email: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  const hasOwnBudget = limit === "passwordReset" || email.toLowerCase() === mailbox;
  const owner = addressHash(hasOwnBudget ? email : `other addresses of ${mailbox}`);
  await rateLimiter.use(owner, limit);
  await rateLimiter.use(owner, `${limit}Daily`);
}

/**
 * Whether an address may get one more password reset, after `countAccountMail`. A verified address has that budget of its own;
 * all others of a mailbox share one, so that accounts of `name+1@`, `name+2@` … don't multiply what strangers can send to it.
 * It returns false instead of throwing: a refusal would tell strangers whether an address has a verified account.
 */
export async function hasRoomForReset(
  { rateLimiter, identityProvider }: Pick<Dependencies, "rateLimiter" | "identityProvider">,
  email: string,
): Promise<boolean> {
  if (await identityProvider.hasVerified(email)) return true;
  const mailbox = addressHash(`unverified ${mailboxOf(email)}`);
  try {
    await rateLimiter.use(mailbox, "passwordReset");
    await rateLimiter.use(mailbox, "passwordResetDaily");
    return true;
  } catch (error) {
    if (isAppError(error, "rate-limited")) return false;
    throw error;
  }
}
