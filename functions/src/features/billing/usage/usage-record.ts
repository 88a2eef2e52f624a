import type { WorkspaceId } from "../../../contract/workspaces.js";
import { minuteMs, addMs, toInstant } from "../../../common/time.js";
import { hasFreeRun, type BillingState } from "../account/run-permission.js";

/** The usage of one run that produced a report. Created when the run ends, under the run's id. */
export type UsageRecord = {
  runId: string;
  setupName: string;
  createdAt: string;
  rows: number;
  /** Covered by the free quota: never reported to Stripe's meter. */
  isFree: boolean;
  /** Counted by Stripe's meter, or there is nothing to report. */
  isMetered: boolean;
  /** The timestamp under which the rows are billed; null for a free run. */
  billedAt: string | null;
  /** When to report next; null when there is nothing left to report. */
  meterDueAt: string | null;
  /** When it was first reported without a clear refusal; null until then. */
  meterFirstTriedAt: string | null;
  meterAttempts: number;
  /** The customer of the last report; null before the first one. */
  meterCustomerId: string | null;
  /** How many reports Stripe first accepted and later rejected. */
  meterRejections: number;
};

/**
 * The identifier of the next report. Stripe counts each identifier once, even if it later rejects the report,
 * so the next report needs a new identifier. Run ids contain no "~".
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

/** Reports usage to Stripe's meter. The run id ensures that a repeated report counts once. */
export interface MeterEvents {
  /** Never throws: the sweeper retries failed reports. */
  report(workspaceId: WorkspaceId, usage: UsageRecord): Promise<void>;
}

/** The worker that ended the run reports immediately; the sweeper waits this long before it tries. */
const workerGraceMs = 2 * minuteMs;

/**
 * The usage record of a run that ends now.
 * @param billing the account's state before this run
 * @param mayBeFree false if the project's free runs were already used up when the run started
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
    meterFirstTriedAt: null,
    meterAttempts: 0,
    meterCustomerId: null,
    meterRejections: 0,
  };
}
