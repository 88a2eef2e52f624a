import { isMixpanelError, type MixpanelError } from "../../ports/mixpanel-error.js";
import { isAppError } from "../../common/errors.js";

/** Why a run or a check failed, in words the user can act on. Emails about the same `code` are sent once. */
export type RunFailure = { code: string; message: string };

/** Fails a run, or the checks that depend on the failed step, without another attempt. */
export class RunFailedError extends Error {
  constructor(readonly failure: RunFailure) {
    super(failure.message);
    this.name = "RunFailedError";
  }
}

/** Thrown when a worker notices that its run was cancelled, deleted or taken over. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** Thrown when Mixpanel refused the connection's old secret or region, which has been edited since. */
export class StaleConnectionError extends Error {
  constructor(
    readonly failure: RunFailure,
    options?: { cause?: unknown },
  ) {
    super(`refused before the connection was changed: ${failure.code}`, options);
    this.name = "StaleConnectionError";
  }
}

/** How to proceed after a failed step. */
export type Disposition =
  | { kind: "failed"; failure: RunFailure }
  /** Mixpanel's hourly limit: continue later, without using up an attempt. */
  | { kind: "wait"; seconds: number }
  /** Another attempt may succeed. */
  | { kind: "retry"; failure: RunFailure };

const longestWaitSeconds = 3_600;

export function classifyFailure(error: unknown): Disposition {
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

/** Log fields that say what happens after a failed step, and why. */
export const failureLogFields = (disposition: Disposition) => ({
  disposition: disposition.kind,
  code: disposition.kind === "wait" ? "hourly-limit" : disposition.failure.code,
});

export const hourlyLimit: RunFailure = {
  code: "hourly-limit",
  message:
    "Mixpanel's hourly limit for this project was still used up after several waits. Run the setup again later, or schedule it at a quieter hour.",
};

export const budgetUsedUp: RunFailure = {
  code: "budget",
  message: "The run reached its share of this project's Mixpanel quota. Run the setup again later.",
};

const incompleteExport: RunFailure = {
  code: "export-incomplete",
  message: "Mixpanel ended the export early several times. Run the setup again later.",
};

/** Fails a run only if every event of the project is too large. Otherwise the run leaves such events out. */
export const eventTooLarge: RunFailure = {
  code: "event-too-large",
  message:
    "Every event in this project occurs too often per day to be read in time. Check only daily counts instead: they come from Mixpanel's Query API, without reading events.",
};

/** Fails the checks of user profiles only. */
export const tooManyProfiles: RunFailure = {
  code: "too-many-profiles",
  message:
    "This project has more user profiles than can be read in time. Remove the checks of user profiles from this setup.",
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
        message: `The service account can't access Mixpanel's ${operation} in this project. Give it the Admin role on the project.`,
      };
    case "bad-project":
      return {
        code: "bad-project",
        message:
          "Mixpanel doesn't recognize this project. Check the project ID and the region of the connection.",
      };
    case "plan":
      return {
        code: "plan",
        message: `The Mixpanel plan of this project does not include the ${operation}.`,
      };
    case "history":
      return {
        code: "history",
        message: historyMessage(error),
      };
    case "hourly-limit":
      return hourlyLimit;
    case "busy":
      return {
        code: "busy",
        message: "Mixpanel was busy with this project's other requests. Run the setup again later.",
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

/**
 * A number of days is named only if Mixpanel refuses even the days that its earlier refusal said were accessible: the
 * first such refusal makes the run plan again with fewer days.
 */
const historyMessage = ({ historyDays }: MixpanelError): string =>
  historyDays === null
    ? "The Mixpanel plan of this project does not reach back far enough. Choose fewer days to check, or upgrade the Mixpanel plan."
    : `The Mixpanel plan of this project gives access to the last ${historyDays} days only. Run the setup again: it will compare with fewer days.`;

export const connectionNotVerified = {
  code: "connection-not-verified",
  message: "This setup's connection isn't verified. Verify it, then run the setup again.",
} as const satisfies RunFailure;

export const connectionDeleted: RunFailure = {
  code: "connection-deleted",
  message: "The connection was deleted during the run.",
};

export const connectionChanged: RunFailure = {
  code: "connection-changed",
  message:
    "The connection was pointed to another project during the run. Run the setup again to check that project.",
};
