import { minuteMs, secondMs } from "../../../common/time.js";

/** Lease timing of workers. Tests use shorter times. */
export type RunTiming = {
  /** A lease that was not renewed for this long belongs to a dead worker. */
  leaseMs: number;
  renewMs: number;
  /** How often a worker checks whether its run was cancelled. */
  pollMs: number;
  /** How long a task may read from Mixpanel; longer work is split. Leaves time to store what was read. */
  readingMs: number;
};

export const runTiming: RunTiming = {
  leaseMs: 2 * minuteMs,
  renewMs: 20 * secondMs,
  pollMs: 2 * secondMs,
  // A task has 30 minutes.
  readingMs: 24 * minuteMs,
};

/** Attempts before a run, or a part of it, fails. */
export const maxAttempts = 3;
/** How many times a run, or a part of it, waits for Mixpanel's hourly limit before it fails. */
export const maxRateLimitWaits = 6;
/**
 * Ranges that a run's export is split into. Of its ten exports, a first run may need one to learn the time basis and four for a
 * sample, which leaves two to repeat ranges; other runs can try each range three times.
 */
export const maxParts = 3;
/** Parts of a run that are read in parallel once some had to be split: a fraction of the 100 that Mixpanel allows. */
export const maxSplitParts = 6;
export const requestsPerRun = { query: 10, export: 10 } as const;
/** How long a task may stay in its queue before the sweeper enqueues another. */
export const taskGraceMs = 2 * minuteMs;
