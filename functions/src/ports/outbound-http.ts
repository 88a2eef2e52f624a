/** A request to an address that a customer typed, or to a service of theirs. */
export type OutboundRequest = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
};

export type OutboundAnswer = {
  status: number;
  body: string;
  /** From the `Retry-After` header; null without one. */
  retryAfterSeconds: number | null;
};

/** Calls public addresses over https, and nothing else: no private network, no redirects, 10 seconds, 64 KB of answer. */
export interface OutboundHttp {
  /**
   * What can be said without looking the name up; the addresses behind a name are checked at each call.
   * @throws AppError `invalid-request` with a sentence for the person who typed it
   */
  assertAllowed(url: string): void;
  /** Any status is an answer. @throws OutboundError when there is none */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** No answer. The message is shown to people: it holds neither address nor secret. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
}
