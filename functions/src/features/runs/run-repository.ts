import type { Page, PageRequest } from "../../shared/page.js";
import type { BillingState } from "../billing/run-permission.js";
import type { UsageRecord } from "../billing/meter-events.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { SetupRecord } from "../setups/setup-repository.js";
import type { DetectorRecord, RunRecord } from "./run-record.js";

/** What runs know of an account. */
export type Account = { activeRunId: string | null; billing: BillingState };

/** The little that is looked at of a run whose document may be one that cannot be read. */
export type RunOutline = { isReadable: boolean; hasEnded: boolean; wakeAt: string | null };

export interface RunReads {
  account(): Promise<Account>;
  setup(setupId: string): Promise<SetupRecord | null>;
  connection(connectionId: string): Promise<ConnectionRecord | null>;
  run(runId: string): Promise<RunRecord | null>;
  outline(runId: string): Promise<RunOutline | null>;
  /** The scheduled run that has waited longest for its turn. */
  longestWaiting(): Promise<RunRecord | null>;
  /** A run of the setup that waits for its turn. */
  waitingOf(setupId: string): Promise<RunRecord | null>;
}

/** One tenant's documents inside a transaction. All reads come before the first write. */
export interface RunTransaction extends RunReads {
  saveAccount(change: Partial<Account>): void;
  saveRun(run: RunRecord): void;
  /** Of a run whose other fields cannot be read; they stay as they are. */
  saveFields(runId: string, fields: Partial<RunRecord>): void;
  /** Of a run that never began: nothing else may belong to it. */
  deleteRun(runId: string): void;
  saveDetector(runId: string, detector: DetectorRecord): void;
  saveUsage(usage: UsageRecord): void;
  setNextRunAt(setupId: string, nextRunAt: string | null): void;
}

/** A tenant's document found by a query over all tenants. */
export type Owned<T> = { uid: string; record: T };

export type OwnedId = { uid: string; id: string };

/** `unreadable`: documents of the page that are left out, and told of in the log. */
export type OwnedPage<T> = { items: Owned<T>[]; unreadable: OwnedId[] };

export interface RunRepository {
  /**
   * Runs `work` in one transaction; it may run more than once and must do nothing outside.
   * @throws AppError `unavailable` when others kept changing the same documents
   */
  transact<T>(uid: string, work: (tx: RunTransaction) => Promise<T>): Promise<T>;
  /** Runs `work` on one consistent state, which it only reads: waits for nobody and keeps nobody waiting. */
  look<T>(uid: string, work: (tx: RunReads) => Promise<T>): Promise<T>;
  find(uid: string, runId: string): Promise<RunRecord | null>;
  /** Newest first; of one setup when given. */
  list(uid: string, page: PageRequest, setupId?: string): Promise<Page<RunRecord>>;
  account(uid: string): Promise<Account>;
  /** In the order of the detector catalogue. */
  detectors(uid: string, runId: string): Promise<DetectorRecord[]>;
  findDetector(uid: string, runId: string, key: string): Promise<DetectorRecord | null>;
  /** Of the runs of a setup with a report whose last tested day is before `day`, the last one that can be read. */
  findPrevious(uid: string, setupId: string, day: string): Promise<RunRecord | null>;
  /** Deletes the run and its detectors. */
  delete(uid: string, runId: string): Promise<void>;

  /** Active setups of all tenants due at `now`, earliest first, each once. */
  dueSetups(now: string, pageSize: number): AsyncIterable<OwnedPage<SetupRecord>>;
  /** Runs of all tenants that the sweeper has to look after at `now`, earliest first, each once. */
  runsToWake(now: string, pageSize: number): AsyncIterable<OwnedPage<RunRecord>>;
  /** Runs of all tenants created before `instant`, oldest first, readable or not. */
  runsBefore(instant: string, limit: number): Promise<{ uid: string; runId: string }[]>;
}
