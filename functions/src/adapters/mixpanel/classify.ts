import { secondsUntil } from "../retry-after.js";
import { MixpanelError, type MixpanelErrorKind } from "../../ports/mixpanel-error.js";

/** A 429 with a longer wait than this is an hourly limit, which a request doesn't wait for. */
const longestWaitSeconds = 60;

/** Returns the error for a response other than 2xx. Bodies differ by endpoint and age, so their wording is matched loosely. */
export function errorOf(operation: string, status: number, headers: Headers, body: string): MixpanelError {
  const text = messageOf(body);
  const retryAfterSeconds =
    secondsUntil(headers.get("retry-after")) ?? windowSeconds(headers.get("ratelimit"));
  return new MixpanelError(
    kindOf(status, text, headers, retryAfterSeconds),
    operation,
    `${operation}: ${status} ${text}`.trim(),
    { status, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) },
  );
}

function kindOf(
  status: number,
  text: string,
  headers: Headers,
  retryAfterSeconds: number | null,
): MixpanelErrorKind {
  if (status === 429) return isHourly(text, headers, retryAfterSeconds) ? "hourly-limit" : "busy";
  if (status >= 500) return "unavailable";
  if (status === 401) return "credentials";
  if (status === 402 || /plan (?:does not|doesn't)|upgrade your plan|not allow API calls/i.test(text))
    return "plan";
  if (/authenticate|service account credentials/i.test(text)) return "credentials";
  if (status === 403) return /date range exceeds/i.test(text) ? "history" : "no-access";
  if (/did not match project|mismatch between project|not a project member/i.test(text)) return "no-access";
  if (/invalid project|project.{0,20}(?:not found|does not exist|invalid)/i.test(text)) return "bad-project";
  return status === 404 ? "not-found" : "invalid";
}

/** Whether a 429 is about the hourly limit rather than too many requests at once. */
function isHourly(text: string, headers: Headers, retryAfterSeconds: number | null): boolean {
  const policy = /"project"\s*;\s*r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];
  if (policy !== undefined) return policy === "0";
  // The raw export uses the same words for both and sends no policy; only the wait differs.
  if (retryAfterSeconds !== null) return retryAfterSeconds > longestWaitSeconds;
  if (/exceeded the concurrency limit|in progress/i.test(text)) return false;
  return /exceeded the rate limit|last hour|per hour|hourly/i.test(text);
}

const windowSeconds = (header: string | null): number | null =>
  secondsUntil(/\br=0\s*;\s*t=(\d+)/.exec(header ?? "")?.[1] ?? null);

/** Returns the body's `error`, otherwise its text (at most 300 characters) unless it is HTML. */
export function messageOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (
      typeof parsed === "object" &&
      parsed !== null &&
      "error" in parsed &&
      typeof parsed.error === "string"
    )
      return parsed.error.slice(0, 300);
  } catch {
    // Not JSON: the raw export responds in plain text, gateways in HTML.
  }
  return /^\s*</.test(body) ? "" : body.replace(/\s+/g, " ").trim().slice(0, 300);
}
