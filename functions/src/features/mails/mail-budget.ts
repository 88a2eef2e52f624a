import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";
import { mailboxOf } from "./mailbox.js";

/**
 * Counts an email to an account's own address: a password reset, which anyone who knows the address can trigger, or one
 * that the account's owner asks for. Only resets are counted by address: accounts with other addresses of a mailbox would
 * use up its owner's.
 * @throws AppError `rate-limited`
 */
export async function countAccountMail(
  rateLimiter: RateLimiter,
  limit: "passwordReset" | "accountMail",
  email: string,
): Promise<void> {
  const owner = addressHash(limit === "passwordReset" ? email : mailboxOf(email));
  await rateLimiter.use(owner, limit);
  await rateLimiter.use(owner, `${limit}Daily`);
}
