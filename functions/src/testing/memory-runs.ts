import { initialBilling } from "../features/billing/run-permission.js";
import type { UsageRecord } from "../features/billing/meter-events.js";
import type { ConnectionRecord } from "../features/connections/connection-repository.js";
import { detectorKeys } from "../contract/detectors.js";
import { isEnded, type DetectorRecord, type RunRecord } from "../features/runs/run-record.js";
import type {
  Account,
  Owned,
  OwnedPage,
  RunRepository,
  RunTransaction,
} from "../features/runs/run-repository.js";
import type { SetupRecord } from "../features/setups/setup-repository.js";
import type { MemoryDatabase } from "./memory-database.js";
import { memoryPage } from "./memory-page.js";

type StoredDetector = DetectorRecord & { runId: string };

/** Transactions of a tenant run one after the other; their writes are applied together at the end. */
export function memoryRuns(db: MemoryDatabase): RunRepository {
  const queues = new Map<string, Promise<unknown>>();
  const account = (uid: string): Account =>
    db.get<Account>(uid, "account", uid) ?? { activeRunId: null, billing: initialBilling };
  const runsOf = (uid: string) => db.all<RunRecord>(uid, "runs");
  const waiting = (uid: string) =>
    runsOf(uid)
      .filter((run) => run.status === "pending" && !run.holdsSlot)
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const detectorId = (runId: string, key: string) => `${runId}/${key}`;
  const everyones = <T>(collection: string): Owned<T>[] =>
    db.tenants(collection).flatMap((uid) => db.all<T>(uid, collection).map((record) => ({ uid, record })));

  async function transaction<T>(uid: string, work: (tx: RunTransaction) => Promise<T>): Promise<T> {
    const writes: (() => void)[] = [];
    const read = <V>(value: V): Promise<V> => {
      if (writes.length > 0) throw new Error("a transaction reads before it writes");
      return Promise.resolve(value);
    };
    const result = await work({
      account: () => read(account(uid)),
      setup: (id) => read(db.get<SetupRecord>(uid, "setups", id)),
      connection: (id) => read(db.get<ConnectionRecord>(uid, "connections", id)),
      run: (id) => read(db.get<RunRecord>(uid, "runs", id)),
      outline: (id) => {
        const run = db.get<RunRecord>(uid, "runs", id);
        return read(run && { isReadable: true, hasEnded: isEnded(run), wakeAt: run.wakeAt });
      },
      longestWaiting: () => read(waiting(uid)[0] ?? null),
      waitingOf: (setupId) => read(waiting(uid).find((run) => run.setupId === setupId) ?? null),
      saveAccount: (change) =>
        void writes.push(() => db.set(uid, "account", uid, { ...account(uid), ...change })),
      saveRun: (run) => void writes.push(() => db.set(uid, "runs", run.id, run)),
      saveFields: (runId, fields) =>
        void writes.push(() =>
          db.set(uid, "runs", runId, { ...db.get<RunRecord>(uid, "runs", runId)!, ...fields }),
        ),
      deleteRun: (runId) => void writes.push(() => db.delete(uid, "runs", runId)),
      saveDetector: (runId, detector) =>
        void writes.push(() =>
          db.set(uid, "detectors", detectorId(runId, detector.id), { ...detector, runId }),
        ),
      saveUsage: (usage) => void writes.push(() => db.set<UsageRecord>(uid, "usage", usage.runId, usage)),
      setNextRunAt: (setupId, nextRunAt) =>
        void writes.push(() =>
          db.set(uid, "setups", setupId, { ...db.get<SetupRecord>(uid, "setups", setupId)!, nextRunAt }),
        ),
    });
    writes.forEach((write) => write());
    return result;
  }

  return {
    transact(uid, work) {
      const turn = (queues.get(uid) ?? Promise.resolve()).then(() => transaction(uid, work));
      queues.set(
        uid,
        turn.catch(() => undefined),
      );
      return turn;
    },
    look: (uid, work) => transaction(uid, work),
    find: async (uid, runId) => db.get<RunRecord>(uid, "runs", runId),
    list: async (uid, page, setupId) =>
      memoryPage(
        runsOf(uid).filter((run) => setupId === undefined || run.setupId === setupId),
        page,
      ),
    account: async (uid) => account(uid),
    detectors: async (uid, runId) =>
      detectorKeys.flatMap((key) => db.get<StoredDetector>(uid, "detectors", detectorId(runId, key)) ?? []),
    findDetector: async (uid, runId, key) => db.get<StoredDetector>(uid, "detectors", detectorId(runId, key)),
    findPrevious: async (uid, setupId, day) =>
      runsOf(uid)
        .filter((run) => run.setupId === setupId && run.judgedDay !== null && run.judgedDay < day)
        .sort((a, b) => (key(a) < key(b) ? 1 : -1))[0] ?? null,
    delete: async (uid, runId) => {
      for (const id of detectorKeys) db.delete(uid, "detectors", detectorId(runId, id));
      db.delete(uid, "runs", runId);
    },

    dueSetups: (now, pageSize) =>
      pages(
        everyones<SetupRecord>("setups")
          .filter(
            ({ record }) =>
              record.status === "active" && record.nextRunAt !== null && record.nextRunAt <= now,
          )
          .sort((a, b) => (a.record.nextRunAt! < b.record.nextRunAt! ? -1 : 1)),
        pageSize,
      ),
    runsToWake: (now, pageSize) =>
      pages(
        everyones<RunRecord>("runs")
          .filter(({ record }) => record.wakeAt !== null && record.wakeAt <= now)
          .sort((a, b) => (a.record.wakeAt! < b.record.wakeAt! ? -1 : 1)),
        pageSize,
      ),
    runsBefore: async (instant, limit) =>
      everyones<RunRecord>("runs")
        .filter(({ record }) => record.createdAt < instant)
        .slice(0, limit)
        .map(({ uid, record }) => ({ uid, runId: record.id })),
  };
}

async function* pages<T>(all: Owned<T>[], pageSize: number): AsyncGenerator<OwnedPage<T>> {
  for (let from = 0; from < all.length; from += pageSize)
    yield { items: all.slice(from, from + pageSize), unreadable: [] };
}

const key = ({ judgedDay, createdAt }: RunRecord): string => `${judgedDay} ${createdAt}`;
