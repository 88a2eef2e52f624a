import { errorCatalogue, type ErrorCode } from "../contract/errors.js";

export type AppErrorOptions = {
  /** A sentence the person at the screen can act on. */
  userMessage?: string;
  /** Travels to the client: never a secret or a customer's data. */
  details?: Record<string, unknown>;
  /** Answered as the `Retry-After` header. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An expected failure. Everything else that is thrown is a bug and is shown as `internal`. */
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

/** A stored document that is none of ours by its fields: by an error of ours, a restored backup, a hand in the console. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";

  constructor(
    readonly path: string,
    options?: { cause?: unknown },
  ) {
    super(`Unreadable document ${path}`, options);
  }
}

/** The same answer for an id that never existed and for one of another tenant. */
export const notFound = (what: string): AppError => new AppError("not-found", `No such ${what}.`);

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);

/** For the right-hand side of `??`. */
export const raise = (error: Error): never => {
  throw error;
};
