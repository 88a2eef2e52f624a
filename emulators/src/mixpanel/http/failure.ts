/**
 * An answer other than 200 that an endpoint gives on purpose. Each API wraps the message in its own envelope.
 */
export class Failure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Sent unchanged instead of the envelope. */
    readonly body: string | null = null,
  ) {
    super(message);
  }
}
