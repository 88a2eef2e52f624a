export type MixpanelErrorKind =
  /** Wrong or expired credentials, or valid ones sent to another region's cluster. */
  | "credentials"
  /** The service account has no role on the project, or one that doesn't permit the call. */
  | "no-access"
  /** The project doesn't exist. */
  | "bad-project"
  /** The project's plan doesn't include the call. */
  | "plan"
  /** The project's plan doesn't go back as far as the requested days. */
  | "history"
  /** The hourly quota is used up: retry after `retryAfterSeconds`. */
  | "hourly-limit"
  /** Too many requests at once, even after waiting. */
  | "busy"
  /** Mixpanel rejected a parameter, which is a bug of ours. */
  | "invalid"
  | "not-found"
  /** A 5xx status, or a response that can't be read. */
  | "unavailable"
  | "timeout"
  /** An export that broke off after it had started. */
  | "incomplete"
  /** Plumbline's own share of the quota is used up. */
  | "budget";

/** A failed call to Mixpanel. `operation` is the call's name for people: "raw export", "Query API"… */
export class MixpanelError extends Error {
  constructor(
    readonly kind: MixpanelErrorKind,
    readonly operation: string,
    message: string,
    readonly options: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "MixpanelError";
  }

  /** HTTP status; null if there was no response. */
  get status(): number | null {
    return this.options.status ?? null;
  }

  get retryAfterSeconds(): number | null {
    return this.options.retryAfterSeconds ?? null;
  }

  /** Days of history that the project's plan allows, from a `history` error's message; null if it doesn't say. */
  get historyDays(): number | null {
    const days = this.kind === "history" ? /exceeds (\d+) days/i.exec(this.message)?.[1] : undefined;
    return days === undefined || Number(days) === 0 ? null : Number(days);
  }

  /** Whether the same call may succeed later without any changes. */
  get isTransient(): boolean {
    return transientKinds.has(this.kind);
  }
}

const transientKinds = new Set<MixpanelErrorKind>([
  "hourly-limit",
  "busy",
  "unavailable",
  "timeout",
  "incomplete",
  "budget",
]);

export const isMixpanelError = (error: unknown, kind?: MixpanelErrorKind): error is MixpanelError =>
  error instanceof MixpanelError && (kind === undefined || error.kind === kind);
