import type { WorkspaceId } from "../../../contract/workspaces.js";
import { minuteMs, addMs, toInstant } from "../../../common/time.js";
import { hasFreeRun, type BillingState } from "../account/run-permission.js";

/** The usage of one run that produced a report. Written once, when the run ends, under the run's id. */
export type UsageRecord = {
  runId: string;
  setupName: string;
  createdAt: string;
  rows: number;
  /** Covered by the free quota: never reported to Stripe's meter. */
  isFree: boolean;
  /** Counted by Stripe's meter, or nothing to report. */
  isMetered: boolean;
  /** The time under which the rows are billed; null for a free run. */
  billedAt: string | null;
  /** When to report next; null when there is nothing left to report. */
  meterDueAt: string | null;
  /** Every timestamp that was sent to the meter, oldest first. */
  meterTries: string[];
  /** When it was first reported; null before. */
  meterFirstTriedAt: string | null;
  meterAttempts: number;
  /** The customer of the last report; null before. */
  meterCustomerId: string | null;
  /** How many reports Stripe accepted and rejected later. */
  meterRejections: number;
};

/**
 * Stripe counts an identifier once. A report that was rejected counts as used, so the next one gets another identifier.
 * Run ids contain no "~".
 */
export const meterIdentifier = ({
  runId,
  meterRejections,
}: Pick<UsageRecord, "runId" | "meterRejections">): string =>
  meterRejections === 0 ? runId : `${runId}~${meterRejections}`;

export function parseMeterIdentifier(identifier: string): Pick<UsageRecord, "runId" | "meterRejections"> {
  const [runId = "", rejections = "0"] = identifier.split("~");
  return { runId, meterRejections: Number(rejections) };
}

/** Reports usage to Stripe's meter. The run id makes a repeated report count once. */
export interface MeterEvents {
  /** Never throws: what fails is reported again by the sweeper. */
  report(workspaceId: WorkspaceId, usage: UsageRecord): Promise<void>;
}

/** The worker that ended the run reports at once; the sweeper waits this long before it tries. */
const workerGraceMs = 2 * minuteMs;

/**
 * The usage of a run that ends now.
 * @param billing the account's state before this run
 * @param mayBeFree false for a run on a project whose free runs were used when it started
 */
export function newUsage(
  run: { runId: string; setupName: string; rows: number },
  billing: BillingState,
  now: Date,
  mayBeFree = true,
): UsageRecord {
  const isFree = mayBeFree && hasFreeRun(billing);
  const isMetered = isFree || run.rows === 0;
  return {
    ...run,
    createdAt: toInstant(now),
    isFree,
    isMetered,
    billedAt: isFree ? null : toInstant(now),
    meterDueAt: isMetered ? null : toInstant(addMs(now, workerGraceMs)),
    meterTries: [],
    meterFirstTriedAt: null,
    meterAttempts: 0,
    meterCustomerId: null,
    meterRejections: 0,
  };
}
