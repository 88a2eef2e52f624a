/** A request to a URL that a customer entered, or to a service they use. */
export type OutboundRequest = {
  method: "GET" | "POST" | "PATCH";
  url: string;
  headers: Record<string, string>;
  body?: string;
};

export type OutboundAnswer = {
  status: number;
  body: string;
  /** From the headers of rate limits; null without them. */
  retryAfterSeconds: number | null;
};

/** Calls public addresses over HTTPS only: no private networks, no redirects, 10-second timeout, responses up to 64 KB. */
export interface OutboundHttp {
  /**
   * Checks a URL without resolving its host name; the addresses behind a name are checked on each call.
   * @throws AppError `invalid-request` with a sentence for the person who entered it
   */
  assertAllowed(url: string): void;
  /** Resolves for any status. @throws OutboundError if there is no response */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** A call without a response. The message is shown to people, so it contains neither URLs nor secrets. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
}
