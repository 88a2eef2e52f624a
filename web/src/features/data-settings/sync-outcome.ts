import type { DataSettings } from "@contract/data-settings";

export type SyncOutcome =
  { kind: "running" } | { kind: "success" } | { kind: "failed"; message: string | null };

/**
 * The outcome, according to `now`, of a sync that was started when the settings were as in `before`. It
 * failed if the newest sync failed and had not already failed before; it succeeded if the sync time or the
 * data changed.
 */
export function syncOutcome(before: DataSettings, now: DataSettings): SyncOutcome {
  const { latestSync } = now;
  const isOtherSync = latestSync?.startedAt !== before.latestSync?.startedAt;
  const wasRunning = before.latestSync?.status === "running";
  if (latestSync?.status === "running") return { kind: "running" };
  if (latestSync?.status === "failed" && (isOtherSync || wasRunning))
    return { kind: "failed", message: latestSync.errorMessage };
  const hasChanged = now.lastSyncedAt !== before.lastSyncedAt || fingerprint(now) !== fingerprint(before);
  return hasChanged ? { kind: "success" } : { kind: "running" };
}

const fingerprint = ({ events, userProperties }: DataSettings): string =>
  JSON.stringify([
    events.map(({ id, lastDetectedAt, properties }) => [id, lastDetectedAt, properties.length]),
    userProperties.map(({ id, lastDetectedAt }) => [id, lastDetectedAt]),
  ]);
