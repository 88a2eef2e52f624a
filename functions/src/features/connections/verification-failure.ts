import type { Region, VerificationFailureCode } from "../../contract/connections.js";
import { isMixpanelError, type MixpanelError } from "../../ports/mixpanel-error.js";

/** A connection can't be used. `userMessage` says why and what to do about it. */
export class VerificationFailure extends Error {
  constructor(
    readonly code: VerificationFailureCode,
    /** Mixpanel's HTTP status, or the status that its response is equivalent to. */
    readonly mixpanelStatus: number,
    readonly userMessage: string,
    options: { cause?: unknown; isTransient?: boolean; region?: Region } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = "VerificationFailure";
    this.isTransient = options.isTransient ?? false;
    this.region = options.region;
  }

  /** A temporary failure that doesn't mean the connection is wrong: the same check may pass later. */
  readonly isTransient: boolean;

  /** The data region that the project is in, if it is another. */
  readonly region: Region | undefined;
}

const regionNames: Record<Region, string> = { us: "the United States", eu: "Europe", india: "India" };

export const wrongCredentials = (cause?: unknown) =>
  new VerificationFailure(
    "wrong-credentials",
    401,
    "Mixpanel rejected the service account in this data region. Check the username, secret and region, and that the account has not expired or been deleted.",
    { cause },
  );

export const wrongRegion = (region: Region, mixpanelStatus: number) =>
  new VerificationFailure(
    "wrong-region",
    mixpanelStatus,
    `This project's data is in ${regionNames[region]}. Edit the connection and choose that data region.`,
    { region },
  );

export const noProjectAccess = (projectId: string, mixpanelStatus: number, cause?: unknown) =>
  new VerificationFailure(
    "no-project-access",
    mixpanelStatus,
    `The service account cannot see project ${projectId}. Check the project ID, and give the service account a role on that project in Mixpanel's project settings.`,
    { cause },
  );

/** Turns a failed call into a verification failure. `step` is the call that failed. */
export function failureOf(error: unknown, projectId: string, step: "account" | "export"): Error {
  if (error instanceof DOMException && error.name === "TimeoutError") return unavailable(503, error);
  if (!isMixpanelError(error)) return error instanceof Error ? error : new Error(String(error));
  switch (error.kind) {
    case "credentials":
      return wrongCredentials(error);
    case "no-access":
      return step === "export" ? exportForbidden(error) : noProjectAccess(projectId, 403, error);
    case "plan":
    case "history":
      return planWithoutExport(error);
    case "bad-project":
    case "not-found":
    case "invalid":
      return badProjectId(projectId, error);
    case "hourly-limit":
    case "busy":
    case "budget":
      return rateLimited(error);
    case "unavailable":
    case "timeout":
    case "incomplete":
      return unavailable(error.status !== null && error.status >= 500 ? error.status : 503, error);
    default:
      return error.kind satisfies never;
  }
}

const exportForbidden = (cause: MixpanelError) =>
  new VerificationFailure(
    "export-forbidden",
    cause.status ?? 403,
    "The service account can't export events. Give it the Admin role on the project in Mixpanel's project settings.",
    { cause },
  );

const planWithoutExport = (cause: MixpanelError) =>
  new VerificationFailure(
    "plan-without-export",
    cause.status ?? 402,
    "This project's Mixpanel plan does not include raw data export, which every check needs. Upgrade the Mixpanel plan, then try again.",
    { cause },
  );

const badProjectId = (projectId: string, cause: MixpanelError) =>
  new VerificationFailure(
    "bad-project-id",
    cause.status ?? 404,
    `Mixpanel can't find project ${projectId}. Copy the numeric project ID from Mixpanel's project settings, and check the data region.`,
    { cause },
  );

const rateLimited = (cause: MixpanelError) =>
  new VerificationFailure(
    "rate-limited",
    429,
    `Mixpanel's rate limit for this project is used up. Try again in ${waitingTime(cause.retryAfterSeconds)}.`,
    { cause, isTransient: true },
  );

const unavailable = (mixpanelStatus: number, cause: unknown) =>
  new VerificationFailure(
    "mixpanel-unavailable",
    mixpanelStatus,
    "Mixpanel isn't responding properly. Try again in a few minutes.",
    { cause, isTransient: true },
  );

const waitingTime = (seconds: number | null): string => {
  const minutes = Math.ceil((seconds ?? 60) / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
};
