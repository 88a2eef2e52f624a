import type { Call } from "./call.js";

/** An error response from Google. */
export class GoogleError extends Error {
  override readonly name = "GoogleError";
  constructor(
    call: Call,
    readonly status: number,
    /** `google.rpc.ErrorInfo.reason`, such as SERVICE_DISABLED; empty if there is none. */
    readonly reason: string,
    /** Google's own message. */
    readonly detail: string,
  ) {
    super(`${call.method} ${call.url} failed with ${status}: ${detail}`);
    this.host = new URL(call.url).hostname;
    this.isServiceUsage = this.host === "serviceusage.googleapis.com";
  }
  readonly host: string;
  readonly isServiceUsage: boolean;
}

type ErrorBody = {
  error?: { message?: string; details?: { reason?: string }[]; errors?: { reason?: string }[] };
};

/** @param text the response body, in the format of https://google.aip.dev/193 */
export function googleError(call: Call, status: number, text: string): GoogleError {
  let error: ErrorBody["error"];
  try {
    error = (JSON.parse(text) as ErrorBody).error;
  } catch {
    // An HTML page from a proxy: only the status is usable.
  }
  const reason = error?.details?.find((detail) => detail.reason)?.reason ?? error?.errors?.[0]?.reason ?? "";
  return new GoogleError(call, status, reason, error?.message ?? "no reason given");
}

/** Whether somebody else changed the resource between reading and writing. */
export const isConflict = (error: unknown): boolean =>
  error instanceof GoogleError && (error.status === 409 || error.status === 412);

const runAgain = "Then run the command again: it continues where it stopped.";

/** Says what a person can do about the error, in a sentence or two. */
export function explain(error: unknown, projectId: string): string {
  if (!(error instanceof GoogleError)) return error instanceof Error ? error.message : String(error);
  const { status, reason, detail, isServiceUsage } = error;
  const console = (page: string) => `https://console.cloud.google.com/${page}?project=${projectId}`;
  if (status === 401)
    return `Google rejected the login. Run "gcloud auth application-default login". ${runAgain}`;
  if (/billing/i.test(`${reason} ${detail}`))
    return `The project has no active billing account. Link one at ${console("billing/linkedaccount")}. ${runAgain}`;
  if (missingReasons.has(reason) || (isServiceUsage && status === 404))
    return `There is no project "${projectId}" that this login can access. Check the ID, or create the project at https://console.firebase.google.com. ${runAgain}`;
  if (reason === "SERVICE_DISABLED")
    return isServiceUsage
      ? `The Service Usage API is off, so no API can be enabled. Enable it at ${console("apis/library/serviceusage.googleapis.com")}. ${runAgain}`
      : `A newly enabled API isn't responding yet (${detail}). Wait a few minutes. ${runAgain}`;
  if (status === 403 && error.host === "firebase.googleapis.com")
    return `This login can't add Firebase (${detail}) It needs the Owner role in the project "${projectId}", and must accept Firebase's terms once at https://console.firebase.google.com. ${runAgain}`;
  if (status === 403)
    return `This login lacks a permission: ${detail} The Owner role in the project "${projectId}" has all the permissions needed. ${runAgain}`;
  if (isConflict(error)) return `Somebody else keeps changing the same resource (${detail}). ${runAgain}`;
  return `${error.message} ${runAgain}`;
}

const missingReasons = new Set(["CONSUMER_INVALID", "USER_PROJECT_DENIED", "RESOURCE_PROJECT_INVALID"]);
