import { minuteMs, addMs, toInstant } from "../../shared/time.js";
import { hasFreeRun, type BillingState } from "./run-permission.js";

/** What a run with a report cost. Written with the run's end, once, under the run's id. */
export type UsageRecord = {
  runId: string;
  setupName: string;
  createdAt: string;
  rows: number;
  /** Covered by the free quota: never reported to the card provider. */
  isFree: boolean;
  /** Reported to the card provider's meter, or nothing to report. */
  isMetered: boolean;
  /** The instant under which the rows are billed; null for what is never billed. */
  billedAt: string | null;
  /** When the meter is told next; null when there is nothing left to tell. */
  meterDueAt: string | null;
  /** Every instant under which the meter may have heard of it, oldest first. */
  meterTries: string[];
  /** When the meter was first told; null before. */
  meterFirstTriedAt: string | null;
  meterAttempts: number;
};

/** Tells the card provider's meter about a usage record. The run id makes a repeated report count once. */
export interface MeterEvents {
  /** Best effort: records that stay unmetered are reported again by billing. Never throws. */
  report(uid: string, usage: UsageRecord): Promise<void>;
}

/** The worker that ended the run reports at once; this long the sweeper leaves it to it. */
const workerPatienceMs = 2 * minuteMs;

/** The usage of a run that ends now. @param billing the account's state before this run */
export function newUsage(
  run: { runId: string; setupName: string; rows: number },
  billing: BillingState,
  now: Date,
): UsageRecord {
  const isFree = hasFreeRun(billing);
  const isMetered = isFree || run.rows === 0;
  return {
    ...run,
    createdAt: toInstant(now),
    isFree,
    isMetered,
    billedAt: isFree ? null : toInstant(now),
    meterDueAt: isMetered ? null : toInstant(addMs(now, workerPatienceMs)),
    meterTries: [],
    meterFirstTriedAt: null,
    meterAttempts: 0,
  };
}
