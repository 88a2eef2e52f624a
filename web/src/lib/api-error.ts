import { statusMessages } from "./messages";

/** A failed call of the product's API, normalised so that every caller reads the same fields. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  readonly statusText: string;
  /** `code`, else `errorCode`, else `details.mixpanelStatus` of the body. */
  readonly code: string | undefined;
  /** First non-empty of `userMessage`, `error` and `message` in the body, else short raw text. */
  readonly userMessage: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly rawBody: string;

  constructor(message: string, response: { status: number; statusText: string; rawBody: string }) {
    super(message);
    const body = parseObject(response.rawBody);
    this.status = response.status;
    this.statusText = response.statusText;
    this.rawBody = response.rawBody;
    this.details = isObject(body?.details) ? body.details : {};
    this.code = nonEmpty(body?.code) ?? nonEmpty(body?.errorCode) ?? nonEmpty(this.details.mixpanelStatus);
    this.userMessage = body
      ? (nonEmpty(body.userMessage) ?? nonEmpty(body.error) ?? nonEmpty(body.message))
      : shortText(response.rawBody);
  }
}

/**
 * The sentence to show for any thrown value. In this order: the body's own words; the status
 * mapping (the analytics service's status where the body names one); `details.friendlyMessage`;
 * message; status text; raw body; the Error's message; a fallback.
 */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const upstream = Number(error.details.mixpanelStatus);
    return (
      error.userMessage ??
      statusMessages[Number.isInteger(upstream) && upstream > 0 ? upstream : error.status] ??
      nonEmpty(error.details.friendlyMessage) ??
      nonEmpty(error.message) ??
      nonEmpty(error.statusText) ??
      shortText(error.rawBody) ??
      fallback
    );
  }
  return (error instanceof Error ? nonEmpty(error.message) : undefined) ?? fallback;
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/** Whether what was asked for is not there (any more), or is another account's. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const fallback = "An error occurred";
/** Longer than this is a stack trace or a page, not a sentence. */
const longestRawText = 300;

/** Raw text is shown only when it is short and not HTML. */
function shortText(raw: string): string | undefined {
  const text = raw.trim();
  return text === "" || text.length > longestRawText || text.startsWith("<") ? undefined : text;
}

function nonEmpty(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function parseObject(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
