import { AppError } from "../../shared/errors.js";
import { secondMs } from "../../shared/time.js";
import { type RateLimitName, rateLimits } from "./rate-limits.js";

/** Uses in a window that begins with its first use. */
export type Uses = { windowStartMs: number; uses: number };

export const noUses: Uses = { windowStartMs: 0, uses: 0 };

/** @throws AppError `rate-limited` when the window is full */
export function countUse(limit: RateLimitName, { windowStartMs, uses }: Uses, nowMs: number): Uses {
  const { max, windowMs } = rateLimits[limit];
  const endsInMs = windowStartMs + windowMs - nowMs;
  if (endsInMs <= 0) return { windowStartMs: nowMs, uses: 1 };
  if (uses >= max)
    throw new AppError("rate-limited", `At most ${max} in ${windowMs / secondMs} seconds.`, {
      userMessage: "Too many requests. Please wait before trying again.",
      details: { limit },
      retryAfterSeconds: Math.ceil(endsInMs / secondMs),
    });
  return { windowStartMs, uses: uses + 1 };
}

export const returnUse = ({ windowStartMs, uses }: Uses): Uses => ({
  windowStartMs,
  uses: Math.max(0, uses - 1),
});
