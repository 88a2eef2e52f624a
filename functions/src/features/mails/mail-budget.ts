import { addressHash, type RateLimiter } from "../../ports/rate-limiter.js";

/**
 * Counts an email to an account's own address: a password reset, which anyone who knows the address can trigger, or one
 * that the account's owner asks for.
 * @throws AppError `rate-limited`
 */
export async function countAccountMail(
  rateLimiter: RateLimiter,
  limit: "passwordReset" | "accountMail",
  email: string,
): Promise<void> {
  await rateLimiter.use(addressHash(email), limit);
  await rateLimiter.use(addressHash(email), `${limit}Daily`);
}
