import { isObject } from "@contract/common";
import { generalStatusMessages, statusMessages } from "./messages";

export type ApiRequest = { isRead: boolean; path: string };

/** A failed API call, normalized so that every caller reads the same fields. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 if there was no response at all. */
  readonly status: number;
  readonly statusText: string;
  /** The body's `code`, else `errorCode`, else `details.mixpanelStatus`. */
  readonly code: string | undefined;
  /**
   * The first non-empty of the body's `userMessage`, `error` and `message`; for a body that is not JSON, its
   * text if it is short.
   */
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
 * Returns the sentence to show for any thrown value, the first of these that exists: the server's own
 * message; the sentence for Mixpanel's status, which calls about connections may also return as their own;
 * `details.friendlyMessage`; 'Failed to fetch {path}' for a read; a general sentence for the status; a
 * fallback. A mutation's method and path, raw JSON and schema errors are never shown.
 * @param areaText replaces everything after the server's own message and an Error's message
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

/** Excludes messages about invalid requests ('Invalid body.'), which are meant for developers. */
const ownWords = ({ code, userMessage, rawBody }: ApiError): string | undefined =>
  developerCodes.has(code ?? "") ? nonEmpty(parseObject(rawBody)?.userMessage) : userMessage;

const developerCodes: ReadonlySet<string> = new Set(["invalid-request", "invalid-json"]);

/**
 * Mixpanel's status if the body has it. Calls about connections return it as their own status. 0 if there is
 * none.
 */
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
