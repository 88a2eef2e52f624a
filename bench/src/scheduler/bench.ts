import { parseArgs } from "node:util";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { paths } from "../../../functions/src/adapters/firestore/paths.js";
import { firestoreRuns } from "../../../functions/src/adapters/firestore/run-repository.js";
import { setupDocument } from "../../../functions/src/adapters/firestore/setup-repository.js";
import { timestamp } from "../../../functions/src/adapters/firestore/documents.js";
import { initialBilling } from "../../../functions/src/features/billing/account/run-permission.js";
import { startDueSetups } from "../../../functions/src/features/schedules/start-due-setups.js";
import type { TaskQueue } from "../../../functions/src/ports/task-queue.js";
import { randomIds } from "../../../functions/src/common/ids.js";
import { silentLogger } from "../../../functions/src/common/logger.js";
import { connectionRecord, setupRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { markdownTable } from "../detection/table.js";
import { withFirestore } from "./bench-stack.js";
import { countOperations } from "./count-operations.js";

const { values: options } = parseArgs({
  options: {
    setups: { type: "string", default: "10000" },
    due: { type: "string", default: "1000" },
  },
});
const [setups, due] = [Number(options.setups), Number(options.due)];

await withFirestore(async (backEnd) => {
  const db = firestore();
  const now = new Date();
  await seed(now);
  const runs = firestoreRuns(db);
  const enqueued: string[] = [];
  const deps = {
    runs,
    clock: { now: () => now },
    ids: randomIds,
    logger: silentLogger,
    queue: noting(enqueued),
    managers: { unmanaged: async () => new Set<WorkspaceId>() },
    settings: {
      appUrl: "http://localhost",
      operator: { name: null, address: null, email: null },
      channelServices: { slack: "", pagerduty: "" },
      freeRunsPerProject: null,
      hashKey: "bench".repeat(8),
      unsubscribeKey: "bench".repeat(8),
    },
  };
  const until = new Date(now.getTime() + 3_600_000);
  const tick = async (name: string, ticks: number) => {
    const counter = countOperations();
    const before = enqueued.length;
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: ticks }, () => startDueSetups(deps, until)));
    const seconds = (performance.now() - startedAt) / 1_000;
    counter.stop();
    const started = enqueued.length - before;
    const { reads, writes } = counter.so();
    return [
      name,
      String(started),
      String(reads),
      (reads / Math.max(1, started)).toFixed(1),
      String(writes),
      seconds.toFixed(1),
    ];
  };
  const rows = [await tick(`${due} of ${setups} setups due`, 1), await tick("the next tick, none due", 1)];
  console.log(`Firestore: ${backEnd}\n`);
  console.log(markdownTable(["tick", "runs enqueued", "documents read", "per run", "written", "s"], rows));
  if (new Set(enqueued).size !== due || enqueued.length !== due)
    throw new Error(`${enqueued.length} tasks for ${due} due setups, ${new Set(enqueued).size} runs`);
});

/** A queue that records the ids of the runs and delivers nothing. */
function noting(enqueued: string[]): TaskQueue {
  return {
    enqueue: async (_name, payload) => void ("runId" in payload && enqueued.push(payload.runId)),
  };
}

/** Creates one setup per workspace; due setups are spread evenly. */
async function seed(now: Date): Promise<void> {
  const db = firestore();
  const writer = db.bulkWriter({ throttling: false });
  for (let index = 0; index < setups; index++) {
    const workspaceId = `w${String(index).padStart(6, "0")}` as WorkspaceId;
    const isDue = index % Math.floor(setups / due) === 0;
    const nextRunAt = new Date(now.getTime() + (isDue ? -60_000 : 3_600_000 + index)).toISOString();
    void writer.set(
      db.doc(paths.setup(workspaceId, "s")),
      setupDocument({ ...setupRecord("s", "c"), nextRunAt }),
    );
    if (!isDue) continue;
    const { id: _id, ...connection } = connectionRecord("c");
    void writer.set(db.doc(paths.workspace(workspaceId)), { billing: initialBilling, activeRunId: null });
    void writer.set(db.doc(paths.connection(workspaceId, "c")), {
      ...connection,
      createdAt: timestamp(connection.createdAt),
      lastVerifiedAt: timestamp(connection.lastVerifiedAt!),
    });
  }
  await writer.close();
}
