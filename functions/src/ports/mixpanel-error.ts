export type MixpanelErrorKind =
  /** Wrong or expired secret, or right ones on another region's cluster. */
  | "credentials"
  /** The account has no role on the project, or one that does not permit the call. */
  | "no-access"
  /** The project id is not one. */
  | "bad-project"
  /** The project's plan does not include the call. */
  | "plan"
  /** The project's plan does not reach as far back as the days that were asked for. */
  | "history"
  /** The hourly quota is used up: come back after `retryAfterSeconds`. */
  | "hourly-limit"
  /** Too many requests at once, still after waiting. */
  | "busy"
  /** Mixpanel refused a parameter: our mistake. */
  | "invalid"
  | "not-found"
  /** 5xx, or an answer that is not one. */
  | "unavailable"
  | "timeout"
  /** An export that broke off after it had begun. */
  | "incomplete"
  /** Plumbline's own share of the quota. */
  | "budget";

/** A failed call to Mixpanel. `operation` names the call for people: "raw export", "Query API"… */
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

  /** HTTP status, null when there was none. */
  get status(): number | null {
    return this.options.status ?? null;
  }

  get retryAfterSeconds(): number | null {
    return this.options.retryAfterSeconds ?? null;
  }

  /** Days that the project's plan gives access to, as a refusal of the kind `history` says; null if it doesn't. */
  get historyDays(): number | null {
    const days = this.kind === "history" ? /exceeds (\d+) days/i.exec(this.message)?.[1] : undefined;
    return days === undefined || Number(days) === 0 ? null : Number(days);
  }

  /** Whether the same call may succeed later without anyone changing anything. */
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
