import type { DataSettings } from "@contract/data-settings";
import { useEffect, useEffectEvent, useState } from "react";
import { useReadDataSettings, useSyncDataSettings } from "@/data/data-settings";
import { messages } from "@/lib/messages";
import { pollMs } from "@/lib/query-client";
import { toast, toastError, toastFailure } from "@/lib/toast";

const timeoutMs = 120_000;

/**
 * Starts a schema sync and waits for its end by reading the settings every 3 seconds, for at most 120
 * seconds. On the first load with a connection and nothing synced, it starts automatically and only announces
 * a failure, since the page shows everything else. Hidden tabs don't read; a tab that becomes visible after
 * the time is up reads once more before it gives up.
 */
export function useSchemaSync(settings: DataSettings, connectionId: string) {
  const start = useSyncDataSettings(connectionId);
  /** The settings as they were when waiting began; null while not waiting. */
  const [before, setBefore] = useState<DataSettings | null>(() =>
    isNeverSynced(settings) || isRunning(settings) ? settings : null,
  );
  const [wasAskedFor, setWasAskedFor] = useState(false);
  const text = messages.dataSettings;

  const startSync = (onSuccess?: () => void) =>
    start.mutate(undefined, {
      onSuccess,
      onError: (error) => {
        setBefore(null);
        toastError(error, text.syncFailedTitle);
      },
    });
  const sync = () => {
    setBefore(settings);
    setWasAskedFor(true);
    startSync(() => toast({ title: text.syncStarted, description: "This can take a minute." }));
  };

  const finish = useEffectEvent((now: DataSettings, from: DataSettings): boolean => {
    const outcome = syncOutcome(from, now);
    if (outcome.kind === "running") return false;
    setBefore(null);
    if (outcome.kind === "success") {
      if (wasAskedFor) toast({ title: text.syncFinished });
    } else toastFailure(text.syncFailedTitle, outcome.message || text.syncFailed);
    return true;
  });
  const giveUp = useEffectEvent(() => {
    setBefore(null);
    toast({ ...text.syncTimeout, variant: "destructive" });
  });
  const poll = useEffectEvent(useReadDataSettings(connectionId));

  useEffect(() => {
    if (!before) return;
    const deadline = Date.now() + timeoutMs;
    let isReading = false;
    let hasComplained = false;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      clearInterval(timer);
    };
    const timer = setInterval(() => {
      const isLast = Date.now() >= deadline;
      if (document.hidden || (isReading && !isLast)) return;
      if (isReading) {
        stop();
        return giveUp();
      }
      isReading = true;
      poll()
        .then((now) => {
          if (!isStopped && finish(now, before)) stop();
        })
        .catch((error: unknown) => {
          // Shown once; the next poll may succeed.
          if (!isStopped && !hasComplained) toastError(error, text.refreshFailed);
          hasComplained = true;
        })
        .finally(() => {
          isReading = false;
          if (isStopped || !isLast) return;
          stop();
          giveUp();
        });
    }, pollMs.schemaSync);
    return stop;
  }, [before, text]);

  // If a sync is already running, only waits for it.
  const startFirst = useEffectEvent(() => {
    if (isNeverSynced(settings) && !isRunning(settings)) startSync();
  });
  useEffect(() => startFirst(), []);

  return { isSyncing: before !== null, sync };
}

const isRunning = ({ latestSync }: DataSettings): boolean => latestSync?.status === "running";

/** Never synced, and the last attempt did not fail. */
const isNeverSynced = ({ lastSyncedAt, latestSync, events }: DataSettings): boolean =>
  lastSyncedAt === null && events.length === 0 && latestSync?.status !== "failed";

type SyncOutcome = { kind: "running" } | { kind: "success" } | { kind: "failed"; message: string | null };

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
