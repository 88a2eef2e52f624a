import { hourMs, minuteMs } from "../../shared/time.js";

/** Per account and window: what costs money or someone else's quota. */
export const rateLimits = {
  verify: { max: 60, windowMs: 10 * minuteMs },
  sync: { max: 30, windowMs: hourMs },
  startRun: { max: 120, windowMs: hourMs },
  setupIntent: { max: 30, windowMs: hourMs },
} as const;
export type RateLimitName = keyof typeof rateLimits;

export interface RateLimiter {
  /**
   * Counts one use.
   * @throws AppError `rate-limited` with `retryAfterSeconds` when the window is full; a refused use is not counted
   */
  use(uid: string, limit: RateLimitName): Promise<void>;
  /** Gives back a use whose call was refused for another reason. */
  giveBack(uid: string, limit: RateLimitName): Promise<void>;
}
