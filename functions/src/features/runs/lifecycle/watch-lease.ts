import type { Logger } from "../../../common/logger.js";
import { LeaseLostError } from "../run-failure.js";
import type { RunTiming } from "./run-timing.js";

export type LeaseWatch = {
  /** Aborted with a `LeaseLostError` when this worker no longer has the lease. */
  signal: AbortSignal;
  /** Call after any other write that renewed the lease. */
  renewed(): void;
  stop(): void;
};

/**
 * Checks every few seconds whether the work was cancelled or taken over, and renews the lease: after 2, 6, 14 and 30
 * seconds, then every `renewMs`. The early renewals show the user progress at the cost of three more writes.
 * `check` and `renew` throw `LeaseLostError` when the lease is gone; after any other error the next poll tries again.
 */
export function watchLease(
  { pollMs, renewMs }: RunTiming,
  logger: Logger,
  { check, renew }: { check: () => Promise<void>; renew: () => Promise<void> },
): LeaseWatch {
  const abort = new AbortController();
  let renewedAt = Date.now();
  // Frequent at first: each renewal also saves the progress that the user sees.
  let pauseMs = pollMs;
  let isPolling = false;
  const poll = async () => {
    if (isPolling || abort.signal.aborted) return;
    isPolling = true;
    try {
      if (Date.now() - renewedAt < Math.min(renewMs, pauseMs)) return await check();
      await renew();
      renewedAt = Date.now();
      pauseMs *= 2;
    } catch (error) {
      if (error instanceof LeaseLostError) abort.abort(error);
      else logger.warn("lease not renewed", {}, error);
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), pollMs);
  timer.unref();
  return {
    signal: abort.signal,
    renewed: () => (renewedAt = Date.now()),
    stop: () => clearInterval(timer),
  };
}
