import type { DataSettings } from "../../contract/data-settings.js";
import { minuteMs } from "../../common/time.js";
import type { LatestSync } from "./schema-repository.js";

/** A sync takes a minute or two; one that still runs after this has lost its worker. */
export const staleSyncMs = 10 * minuteMs;

/** The latest sync as the screen shows it. One whose worker died counts as failed. */
export function syncStatus(sync: LatestSync | null, now: Date): DataSettings["latestSync"] {
  if (sync === null) return null;
  const isStale = sync.status === "running" && now.getTime() - Date.parse(sync.startedAt) > staleSyncMs;
  return isStale
    ? {
        status: "failed",
        startedAt: sync.startedAt,
        errorMessage: "The sync did not finish. Please try again.",
      }
    : { status: sync.status, startedAt: sync.startedAt, errorMessage: sync.errorMessage };
}
