import type { Call } from "./call.js";

/** What Google answered instead of doing it. */
export class GoogleError extends Error {
  override readonly name = "GoogleError";
  constructor(
    call: Call,
    readonly status: number,
    /** `google.rpc.ErrorInfo.reason`, e.g. SERVICE_DISABLED; empty when there is none. */
    readonly reason: string,
    /** Google's own sentence. */
    readonly detail: string,
  ) {
    super(`${call.method} ${call.url} was answered with ${status}: ${detail}`);
    this.host = new URL(call.url).hostname;
    this.isServiceUsage = this.host === "serviceusage.googleapis.com";
  }
  readonly host: string;
  readonly isServiceUsage: boolean;
}

type ErrorBody = {
  error?: { message?: string; details?: { reason?: string }[]; errors?: { reason?: string }[] };
};

/** @param text the body of the answer, in the form of https://google.aip.dev/193 */
export function googleError(call: Call, status: number, text: string): GoogleError {
  let error: ErrorBody["error"];
  try {
    error = (JSON.parse(text) as ErrorBody).error;
  } catch {
    // A proxy's page: only the status counts.
  }
  const reason = error?.details?.find((detail) => detail.reason)?.reason ?? error?.errors?.[0]?.reason ?? "";
  return new GoogleError(call, status, reason, error?.message ?? "no reason given");
}

/** Somebody else changed it between reading and writing. */
export const isConflict = (error: unknown): boolean =>
  error instanceof GoogleError && (error.status === 409 || error.status === 412);

const goOn = "Then run the command again: it continues where it stopped.";

/** What a person can do about it, in a sentence or two. */
export function explain(error: unknown, projectId: string): string {
  if (!(error instanceof GoogleError)) return error instanceof Error ? error.message : String(error);
  const { status, reason, detail, isServiceUsage } = error;
  const console = (page: string) => `https://console.cloud.google.com/${page}?project=${projectId}`;
  if (status === 401) return `Google refuses the login. Run "gcloud auth application-default login". ${goOn}`;
  if (/billing/i.test(`${reason} ${detail}`))
    return `The project has no active billing account. Link one at ${console("billing/linkedaccount")}. ${goOn}`;
  if (missingReasons.has(reason) || (isServiceUsage && status === 404))
    return `There is no project "${projectId}" that this login may use. Check the ID, or create it at https://console.firebase.google.com. ${goOn}`;
  if (reason === "SERVICE_DISABLED")
    return isServiceUsage
      ? `The Service Usage API is off, so no API can be enabled. Enable it at ${console("apis/library/serviceusage.googleapis.com")}. ${goOn}`
      : `An API that was enabled does not answer yet (${detail}). Wait some minutes. ${goOn}`;
  if (status === 403 && error.host === "firebase.googleapis.com")
    return `This login may not add Firebase (${detail}) It needs the role Owner of the project "${projectId}", and has to accept Firebase's terms once at https://console.firebase.google.com. ${goOn}`;
  if (status === 403)
    return `This login lacks a permission: ${detail} The role Owner of the project "${projectId}" has all that are needed. ${goOn}`;
  if (isConflict(error)) return `Somebody else keeps changing the same thing (${detail}). ${goOn}`;
  return `${error.message} ${goOn}`;
}

const missingReasons = new Set(["CONSUMER_INVALID", "USER_PROJECT_DENIED", "RESOURCE_PROJECT_INVALID"]);
