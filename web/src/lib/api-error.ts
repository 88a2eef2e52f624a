import { generalStatusMessages, statusMessages } from "./messages";

/** What was called. */
export type ApiRequest = { isRead: boolean; path: string };

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
  readonly request: ApiRequest | undefined;

  /** @param message 'Failed to fetch {path}' for a read, 'Failed to {METHOD} {path}' for a mutation */
  constructor(
    message: string,
    response: { status: number; statusText: string; rawBody: string },
    request?: ApiRequest,
  ) {
    super(message);
    this.request = request;
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
 * The sentence to show for any thrown value. In this order: the body's own words; the sentence for the analytics
 * service's status, which calls about connections may also carry as their own; `details.friendlyMessage`; 'Failed to
 * fetch {path}' for a read; a general sentence for the status; a fallback. A mutation's method and path, raw JSON and the
 * words of a schema are never shown.
 * @param areaText replaces everything after the body's own words and an Error's message
 */
export function errorText(error: unknown, areaText?: string): string {
  if (error instanceof ApiError)
    return (
      ownWords(error) ??
      areaText ??
      statusMessages[upstreamStatus(error)] ??
      nonEmpty(error.details.friendlyMessage) ??
      (error.request?.isRead ? error.message : undefined) ??
      generalStatusMessages[error.status] ??
      fallback
    );
  return (error instanceof Error ? nonEmpty(error.message) : undefined) ?? areaText ?? fallback;
}

/** What the server says about an invalid request is for developers: 'Invalid body.' */
const ownWords = ({ code, userMessage, rawBody }: ApiError): string | undefined =>
  developerCodes.has(code ?? "") ? nonEmpty(parseObject(rawBody)?.userMessage) : userMessage;

const developerCodes: ReadonlySet<string> = new Set(["invalid-request", "invalid-json"]);

/** Mixpanel's status where the body names it; calls about connections pass it on. 0 for none. */
function upstreamStatus({ details, status, request }: ApiError): number {
  const upstream = Number(details.mixpanelStatus);
  if (Number.isInteger(upstream) && upstream > 0) return upstream;
  return !request || (!request.isRead && request.path.startsWith(connectionsPath)) ? status : 0;
}

const connectionsPath = "/api/v1/mixpanel/connections";

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/** True if the resource does not exist or belongs to another workspace. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const fallback = "An error occurred";
/** Anything longer is a stack trace or an HTML page, not a sentence. */
const longestRawText = 300;

/** Raw text is shown only if it is short and neither HTML nor JSON. */
function shortText(raw: string): string | undefined {
  const text = raw.trim();
  return text === "" || text.length > longestRawText || /^[<{["]/.test(text) ? undefined : text;
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
