import { initialBilling } from "../../features/billing/account/run-permission.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { UsageRecord } from "../../features/billing/usage/usage-record.js";
import type { ConnectionRecord } from "../../features/connections/connection-repository.js";
import { UnreadableError } from "../../common/errors.js";
import { detectorKeys } from "../../contract/detectors.js";
import { isEnded } from "../../contract/runs.js";
import { type DetectorRecord, resultsOf, type RunRecord } from "../../features/runs/run-record.js";
import type { Account, RunRepository, RunTransaction } from "../../features/runs/run-repository.js";
import type { SetupRecord } from "../../features/setups/setup-repository.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage, tenantPages } from "./memory-page.js";

/** Owner of data that belongs to no workspace. */
const noOwner = "";

/** Without a setup, runs of all setups are wanted. */
const isOf = (setupId: string | undefined) => (run: RunRecord) =>
  setupId === undefined || run.setupId === setupId;

type StoredDetector = DetectorRecord & { runId: string };

/** A tenant's transactions run one after the other; their writes are applied together at the end. */
export function memoryRuns(db: MemoryDatabase): RunRepository {
  const queues = new Map<string, Promise<unknown>>();
  const account = (workspaceId: WorkspaceId): Account =>
    db.get<Account>(workspaceId, "account", workspaceId) ?? { activeRunId: null, billing: initialBilling };
  const readableRuns = (workspaceId: WorkspaceId, isWanted: (run: RunRecord) => boolean = () => true) =>
    db.all<RunRecord>(workspaceId, "runs", (run) => isReadable(run) && isWanted(run));
  const getRun = (workspaceId: WorkspaceId, id: string): RunRecord | null => {
    const run = db.get<RunRecord>(workspaceId, "runs", id);
    if (run && !isReadable(run)) throw new UnreadableError(`workspaces/${workspaceId}/runs/${id}`);
    return run;
  };
  const waiting = (workspaceId: WorkspaceId, isWanted: (run: RunRecord) => boolean = () => true) =>
    readableRuns(workspaceId, (run) => run.status === "pending" && !run.holdsSlot && isWanted(run)).sort(
      (a, b) => (a.createdAt < b.createdAt ? -1 : 1),
    );
  const freeRunHolders = (project: string) => db.get<string[]>(noOwner, "freeRuns", project) ?? [];
  const detectorId = (runId: string, key: string) => `${runId}/${key}`;

  async function transaction<T>(
    workspaceId: WorkspaceId,
    work: (tx: RunTransaction) => Promise<T>,
  ): Promise<T> {
    const writes: (() => void)[] = [];
    const read = <V>(value: V): Promise<V> => {
      if (writes.length > 0) throw new Error("a transaction must read before it writes");
      return Promise.resolve(value);
    };
    const result = await work({
      account: () => read(account(workspaceId)),
      setup: (id) => read(db.get<SetupRecord>(workspaceId, "setups", id)),
      connection: (id) => read(db.get<ConnectionRecord>(workspaceId, "connections", id)),
      run: async (id) => read(getRun(workspaceId, id)),
      rawState: (id) => {
        const run = db.get<RunRecord>(workspaceId, "runs", id);
        return read(
          run && { isReadable: isReadable(run), hasEnded: isEnded(run), nextSweepAt: run.nextSweepAt },
        );
      },
      freeRunHolders: (project) => read(freeRunHolders(project)),
      oldestQueuedRun: () => read(waiting(workspaceId)[0] ?? null),
      queuedRunOf: (setupId) => read(waiting(workspaceId, (run) => run.setupId === setupId)[0] ?? null),
      saveAccount: (change) =>
        void writes.push(() =>
          db.set(workspaceId, "account", workspaceId, { ...account(workspaceId), ...change }),
        ),
      saveRun: (run) => void writes.push(() => db.set(workspaceId, "runs", run.id, run)),
      saveFields: (runId, fields) =>
        void writes.push(() =>
          db.set(workspaceId, "runs", runId, {
            ...db.get<RunRecord>(workspaceId, "runs", runId)!,
            ...fields,
          }),
        ),
      deleteRun: (runId) => void writes.push(() => db.delete(workspaceId, "runs", runId)),
      saveDetector: (runId, detector) =>
        void writes.push(() =>
          db.set(workspaceId, "detectors", detectorId(runId, detector.id), { ...detector, runId }),
        ),
      saveUsage: (usage) =>
        void writes.push(() => db.set<UsageRecord>(workspaceId, "usage", usage.runId, usage)),
      changeSetup: (setupId, change) =>
        void writes.push(() =>
          db.set(workspaceId, "setups", setupId, {
            ...db.get<SetupRecord>(workspaceId, "setups", setupId)!,
            ...change,
          }),
        ),
      addFreeRunHolder: (project, holder) =>
        void writes.push(() =>
          db.set(noOwner, "freeRuns", project, [...new Set([...freeRunHolders(project), holder])]),
        ),
    });
    writes.forEach((write) => write());
    return result;
  }

  return {
    transact(workspaceId, work) {
      const turn = (queues.get(workspaceId) ?? Promise.resolve()).then(() => transaction(workspaceId, work));
      queues.set(
        workspaceId,
        turn.catch(() => undefined),
      );
      return turn;
    },
    readTransaction: (workspaceId, work) => transaction(workspaceId, work),
    find: async (workspaceId, runId) => getRun(workspaceId, runId),
    list: async (workspaceId, page, setupId) => memoryPage(readableRuns(workspaceId, isOf(setupId)), page),
    listShown: async (workspaceId, page, setupId) =>
      memoryPage(db.all<RunRecord>(workspaceId, "runs", isOf(setupId)), page),
    account: async (workspaceId) => account(workspaceId),
    detectors: async (workspaceId, runId) =>
      detectorKeys.flatMap(
        (key) => db.get<StoredDetector>(workspaceId, "detectors", detectorId(runId, key)) ?? [],
      ),
    findDetector: async (workspaceId, runId, key) =>
      db.get<StoredDetector>(workspaceId, "detectors", detectorId(runId, key)),
    findLatestReport: async (workspaceId, setupId) =>
      readableRuns(workspaceId, (run) => run.setupId === setupId && run.lastTestedDay !== null).sort(
        (a, b) => (key(a) < key(b) ? 1 : -1),
      )[0] ?? null,
    showing: async (workspaceId, runId) =>
      db.all<RunRecord>(workspaceId, "runs", (run) => resultsOf(run) === runId).map(({ id }) => id),
    delete: async (workspaceId, runId, results) => {
      if (results !== null)
        for (const id of detectorKeys) db.delete(workspaceId, "detectors", detectorId(results, id));
      db.delete(workspaceId, "runs", runId);
    },

    dueSetups: (now, pageSize) =>
      tenantPages(
        db
          .everyones<SetupRecord>(
            "setups",
            ({ status, nextRunAt }) => status === "active" && nextRunAt !== null && nextRunAt <= now,
          )
          .sort((a, b) => (a.record.nextRunAt! < b.record.nextRunAt! ? -1 : 1)),
        pageSize,
        isReadable,
      ),
    runsDueForSweep: (now, pageSize) =>
      tenantPages(
        db
          .everyones<RunRecord>("runs", ({ nextSweepAt }) => nextSweepAt !== null && nextSweepAt <= now)
          .sort((a, b) => (a.record.nextSweepAt! < b.record.nextSweepAt! ? -1 : 1)),
        pageSize,
        isReadable,
      ),
    runsBefore: async (instant, limit) =>
      db
        .everyones<RunRecord>("runs", ({ createdAt }) => createdAt < instant)
        .sort((a, b) => (a.record.createdAt < b.record.createdAt ? -1 : 1))
        .slice(0, limit)
        .map(({ workspaceId, record: { id, repeats } }) => ({ workspaceId, run: { id, repeats } })),
  };
}

/** Whether a run can be read. Tests damage one by replacing its parts with text. */
const isReadable = (record: unknown): boolean =>
  !(record as Partial<RunRecord>).parts || Array.isArray((record as Partial<RunRecord>).parts);

const key = ({ lastTestedDay, createdAt }: RunRecord): string => `${lastTestedDay} ${createdAt}`;
