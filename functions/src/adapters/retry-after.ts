import type { IncomingHttpHeaders } from "node:http";
import { dayMs, secondMs } from "../common/time.js";

const longestSeconds = (7 * dayMs) / secondMs;

/** Parses `Retry-After`, a number of seconds or a date, as seconds from now: at most a week, null if it is neither. */
export function secondsUntil(header: string | null): number | null {
  if (header === null) return null;
  const isNumber = /^\d+(?:\.\d+)?$/.test(header);
  const isDate = /^[A-Z][a-z]{2}, /.test(header);
  const seconds = isNumber
    ? Number(header)
    : isDate
      ? (Date.parse(header) - Date.now()) / secondMs
      : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.ceil(Math.min(Math.max(seconds, 0), longestSeconds));
}

/**
 * When to try again, as seconds from now: by `Retry-After`, or once a used-up rate limit is reset. GitHub counts seconds
 * since 1970, Linear milliseconds.
 */
export function secondsToWait(headers: IncomingHttpHeaders): number | null {
  const resetMs =
    headers["x-ratelimit-remaining"] === "0"
      ? Number(headers["x-ratelimit-reset"]) * secondMs
      : headers["x-ratelimit-requests-remaining"] === "0"
        ? Number(headers["x-ratelimit-requests-reset"])
        : Number.NaN;
  return secondsUntil(headers["retry-after"] ?? new Date(resetMs).toUTCString());
}
