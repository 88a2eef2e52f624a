import { minuteMs, secondMs } from "../../shared/time.js";

/** How a worker holds on to a run. Tests hand in shorter ones. */
export type RunTiming = {
  /** A lease not renewed for so long is a dead worker's. */
  leaseMs: number;
  renewMs: number;
  /** How often a worker looks whether its run was cancelled. */
  pollMs: number;
};

export const runTiming: RunTiming = { leaseMs: 2 * minuteMs, renewMs: 20 * secondMs, pollMs: 2 * secondMs };

/** Tries before a run, or a part of it, is given up. */
export const maxAttempts = 3;
/** Times that a run, or a part of it, waits for Mixpanel's hourly limit. */
export const maxWaits = 6;
/** Ranges that an export is split into; three tries each, and one probe, are the ten exports of a run. */
export const maxParts = 3;
export const requestsPerRun = { query: 10, export: 10 } as const;
/** How long a task may stand in its queue before the sweeper enqueues another. */
export const dispatchPatienceMs = 2 * minuteMs;
