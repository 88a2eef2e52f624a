import { isMixpanelError, type MixpanelError } from "../mixpanel/mixpanel-error.js";
import { isAppError } from "../../shared/errors.js";

/** Why something could not be done, for a person to act on. `code` also tells one cause of mails from another. */
export type RunFailure = { code: string; message: string };

/** Ends a run, or what of it depends on the failed step, without another try. */
export class RunFailedError extends Error {
  constructor(
    readonly failure: RunFailure,
    options?: { cause?: unknown },
  ) {
    super(failure.message, options);
    this.name = "RunFailedError";
  }
}

/** Thrown where a worker notices that its run was cancelled, deleted or taken over. */
export class RunLostError extends Error {
  override readonly name = "RunLostError";
}

/** Mixpanel refused what the connection was before its owner changed it. */
export class StaleConnectionError extends Error {
  constructor(
    readonly failure: RunFailure,
    options?: { cause?: unknown },
  ) {
    super(`refused before the connection was changed: ${failure.code}`, options);
    this.name = "StaleConnectionError";
  }
}

/** What becomes of a failed step. */
export type Disposition =
  | { kind: "failed"; failure: RunFailure }
  /** Mixpanel's hourly limit: come back later, it costs no try. */
  | { kind: "wait"; seconds: number }
  /** Another try may succeed. */
  | { kind: "retry"; failure: RunFailure };

const longestWaitSeconds = 3_600;

export function dispositionOf(error: unknown): Disposition {
  if (error instanceof RunFailedError) return { kind: "failed", failure: error.failure };
  if (error instanceof StaleConnectionError) return { kind: "retry", failure: error.failure };
  if (isMixpanelError(error, "hourly-limit"))
    return {
      kind: "wait",
      seconds: Math.min(longestWaitSeconds, Math.max(10, error.retryAfterSeconds ?? 600)),
    };
  if (isMixpanelError(error)) {
    const failure = failureOf(error);
    return error.isTransient ? { kind: "retry", failure } : { kind: "failed", failure };
  }
  if (error instanceof Error && error.name === "TruncatedExportError")
    return { kind: "retry", failure: incompleteExport };
  if (isAppError(error) && !error.isRetryable)
    return { kind: "failed", failure: { code: error.code, message: error.userMessage ?? error.message } };
  return {
    kind: "retry",
    failure: {
      code: "internal",
      message: "Something went wrong on our side. Run the setup again; if it keeps failing, contact support.",
    },
  };
}

/** For a log line: what becomes of a step, and why. */
export const described = (disposition: Disposition) => ({
  disposition: disposition.kind,
  code: disposition.kind === "wait" ? "hourly-limit" : disposition.failure.code,
});

export const hourlyLimit: RunFailure = {
  code: "hourly-limit",
  message:
    "Mixpanel's hourly limit for this project stayed used up. Run the setup again later, or move its schedule to a quieter hour.",
};

export const budgetUsedUp: RunFailure = {
  code: "budget",
  message:
    "The run needed more requests than it may take of this project's Mixpanel quota. Run the setup again later.",
};

const incompleteExport: RunFailure = {
  code: "export-incomplete",
  message: "Mixpanel broke the export off several times before its end. Run the setup again later.",
};

function failureOf(error: MixpanelError): RunFailure {
  const { kind, operation } = error;
  switch (kind) {
    case "credentials":
      return {
        code: "credentials",
        message:
          "Mixpanel rejected the service account. Check its username and secret on the connection, and that it has not expired.",
      };
    case "no-access":
      return {
        code: "no-access",
        message: `The service account may not use Mixpanel's ${operation} in this project. Give it the Admin role on the project.`,
      };
    case "bad-project":
      return {
        code: "bad-project",
        message:
          "Mixpanel does not know this project. Check the project ID and the region of the connection.",
      };
    case "plan":
      return {
        code: "plan",
        message: `The Mixpanel plan of this project does not include the ${operation}.`,
      };
    case "hourly-limit":
      return hourlyLimit;
    case "busy":
      return {
        code: "busy",
        message: "Mixpanel was busy with other requests of this project. Run the setup again later.",
      };
    case "budget":
      return budgetUsedUp;
    case "timeout":
    case "unavailable":
      return {
        code: "unavailable",
        message: `Mixpanel's ${operation} did not answer. Run the setup again later.`,
      };
    case "incomplete":
      return incompleteExport;
    case "invalid":
    case "not-found":
      return {
        code: kind,
        message: `Mixpanel refused a request to its ${operation}. Verify the connection; if it keeps failing, contact support.`,
      };
  }
}

export const connectionNotVerified = {
  code: "connection-not-verified",
  message: "The connection of this setup is not verified. Verify it, then run the setup again.",
} as const satisfies RunFailure;

export const connectionDeleted: RunFailure = {
  code: "connection-deleted",
  message: "The connection was deleted while the run was at work.",
};

export const connectionChanged: RunFailure = {
  code: "connection-changed",
  message:
    "The connection was pointed to another project while the run was at work. Run the setup again to check that project.",
};
