import type { Page, PageRequest } from "../../common/page.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { TenantRecordPage } from "../../common/tenant-records.js";
import type { BillingState } from "../billing/account/run-permission.js";
import type { UsageRecord } from "../billing/usage/usage-record.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { SetupRecord } from "../setups/setup-repository.js";
import type { DetectorRecord, RunRecord, ShownRun } from "./run-record.js";

/** The part of an account that runs use. */
export type Account = {
  activeRunId: string | null;
  billing: BillingState;
  /** Set when the workspace is being deleted. Nothing in it starts anymore. */
  isDeleted?: true;
};

/** What the sweeper needs to know about a run whose document may be unreadable. */
export type RawRunState = { isReadable: boolean; hasEnded: boolean; nextSweepAt: string | null };

export interface RunReads {
  account(): Promise<Account>;
  setup(setupId: string): Promise<SetupRecord | null>;
  connection(connectionId: string): Promise<ConnectionRecord | null>;
  run(runId: string): Promise<RunRecord | null>;
  rawState(runId: string): Promise<RawRunState | null>;
  /** The scheduled run that has been queued longest. */
  oldestQueuedRun(): Promise<RunRecord | null>;
  /** Hashes of the workspaces that began a free run on a Mixpanel project. */
  freeRunHolders(project: string): Promise<string[]>;
  /** A queued run of the setup. */
  queuedRunOf(setupId: string): Promise<RunRecord | null>;
}

/** One tenant's documents inside a transaction. All reads must come before the first write. */
export interface RunTransaction extends RunReads {
  saveAccount(change: Partial<Account>): void;
  saveRun(run: RunRecord): void;
  /** Overwrites only these fields; for a run whose other fields can't be read. */
  saveFields(runId: string, fields: Partial<RunRecord>): void;
  /** Only for a run that never began, so that nothing else belongs to it. */
  deleteRun(runId: string): void;
  saveDetector(runId: string, detector: DetectorRecord): void;
  saveUsage(usage: UsageRecord): void;
  changeSetup(
    setupId: string,
    change: Partial<Pick<SetupRecord, "nextRunAt" | "status" | "refusal" | "tested">>,
  ): void;
  /** Idempotent. */
  addFreeRunHolder(project: string, holder: string): void;
}

export interface RunRepository {
  /**
   * Runs `work` in one transaction. `work` may run more than once, so it must have no other side effects.
   * @throws AppError `unavailable` when others kept changing the same documents
   */
  transact<T>(workspaceId: WorkspaceId, work: (tx: RunTransaction) => Promise<T>): Promise<T>;
  /** Runs `work` on one consistent snapshot without locks. `work` must only read. */
  readTransaction<T>(workspaceId: WorkspaceId, work: (tx: RunReads) => Promise<T>): Promise<T>;
  find(workspaceId: WorkspaceId, runId: string): Promise<RunRecord | null>;
  /** Newest first; only one setup's runs if `setupId` is given. */
  list(workspaceId: WorkspaceId, page: PageRequest, setupId?: string): Promise<Page<RunRecord>>;
  /** Like `list`, but reads only what the API shows, which is less than half of each document. */
  listShown(workspaceId: WorkspaceId, page: PageRequest, setupId?: string): Promise<Page<ShownRun>>;
  account(workspaceId: WorkspaceId): Promise<Account>;
  /** In the order of the detector catalog. */
  detectors(workspaceId: WorkspaceId, runId: string): Promise<DetectorRecord[]>;
  findDetector(workspaceId: WorkspaceId, runId: string, key: string): Promise<DetectorRecord | null>;
  /** The setup's readable run with a report that tested the latest days; the newest one if several did. */
  findLatestReport(workspaceId: WorkspaceId, setupId: string): Promise<RunRecord | null>;
  /** Ids of the runs that show a run's results: it, if it exists, and those that repeat it. */
  showing(workspaceId: WorkspaceId, runId: string): Promise<string[]>;
  /** Deletes the run and the detectors of `results`, a run's id, if any. */
  delete(workspaceId: WorkspaceId, runId: string, results: string | null): Promise<void>;

  /** Active setups of all tenants due at `now`, earliest first, each once. */
  dueSetups(now: string, pageSize: number): AsyncIterable<TenantRecordPage<SetupRecord>>;
  /** Runs of all tenants whose `nextSweepAt` is due, earliest first, each once. */
  runsDueForSweep(now: string, pageSize: number): AsyncIterable<TenantRecordPage<RunRecord>>;
  /** Runs of all tenants created before `instant`, oldest first, readable or not. */
  runsBefore(
    instant: string,
    limit: number,
  ): Promise<{ workspaceId: WorkspaceId; run: Pick<RunRecord, "id" | "repeats"> }[]>;
}
