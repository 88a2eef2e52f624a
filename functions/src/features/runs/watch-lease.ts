import type { Logger } from "../../shared/logger.js";
import { RunLostError } from "./run-failure.js";
import type { RunTiming } from "./run-timing.js";

export type LeaseWatch = {
  /** Aborted with a `RunLostError` when the work is no longer this worker's. */
  signal: AbortSignal;
  /** To be called whenever the lease was renewed by a write of the work itself. */
  renewed(): void;
  stop(): void;
};

/**
 * Looks every few seconds whether the work was cancelled or taken over, and renews its lease while it goes on: after
 * 2, 6, 14 and 30 seconds, then every `renewMs`, so that a person sees something move at three writes more.
 * `check` and `renew` throw `RunLostError` to say so; any other error of theirs is left to the next look.
 */
export function watchLease(
  { pollMs, renewMs }: RunTiming,
  logger: Logger,
  { check, renew }: { check: () => Promise<void>; renew: () => Promise<void> },
): LeaseWatch {
  const abort = new AbortController();
  let renewedAt = Date.now();
  // Sooner at first, then less and less often: each renewal also tells how far the work has come.
  let pauseMs = pollMs;
  let isLooking = false;
  const look = async () => {
    if (isLooking || abort.signal.aborted) return;
    isLooking = true;
    try {
      if (Date.now() - renewedAt < Math.min(renewMs, pauseMs)) return await check();
      await renew();
      renewedAt = Date.now();
      pauseMs *= 2;
    } catch (error) {
      if (error instanceof RunLostError) abort.abort(error);
      else logger.warn("lease not renewed", {}, error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), pollMs);
  timer.unref();
  return {
    signal: abort.signal,
    renewed: () => (renewedAt = Date.now()),
    stop: () => clearInterval(timer),
  };
}
