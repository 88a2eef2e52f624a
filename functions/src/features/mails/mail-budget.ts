import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";
import { mailboxOf } from "./mailbox.js";

/**
 * Counts an email to an account's own address: a password reset, which anyone who knows the address can trigger, or one
 * that the account's owner asks for. Those are counted by mailbox, resets by exact address. Otherwise, whoever asks for
 * resets of `name+tag@` would use up those of `name@`.
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
