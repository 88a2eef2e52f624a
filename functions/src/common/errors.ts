import { errorCatalogue, type ErrorCode } from "../contract/errors.js";

export type AppErrorOptions = {
  /** A sentence that a user can act on. */
  userMessage?: string;
  /** Sent to the client, so it must never contain a secret or customer data. */
  details?: Record<string, unknown>;
  /** Sent as the `Retry-After` header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An expected error. Anything else that is thrown is a bug and is shown as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.userMessage = options.userMessage;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get isRetryable(): boolean {
    return errorCatalogue[this.code].retryable;
  }
}

/** A stored document with unexpected fields, because of a bug, a restored backup or a manual edit in the console. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";

  constructor(
    readonly path: string,
    options?: { cause?: unknown },
  ) {
    super(`Unreadable document ${path}`, options);
  }
}

/** The same error for an id that never existed and for one of another tenant. */
export const notFound = (what: string): AppError => new AppError("not-found", `No such ${what}.`);

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);

/** Throws `error`; for the right-hand side of `??`. */
export const raise = (error: Error): never => {
  throw error;
};
