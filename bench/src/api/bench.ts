import { parseArgs } from "node:util";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import { createWorkspaceIn } from "../../../functions/src/adapters/firestore/workspace-repository.js";
import { workspaceHeader, type WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { paths } from "../../../functions/src/adapters/firestore/paths.js";
import { runDocument } from "../../../functions/src/adapters/firestore/run-documents.js";
import { setupDocument } from "../../../functions/src/adapters/firestore/setup-repository.js";
import { dependencies } from "../../../functions/src/composition/compose.js";
import { newRun } from "../../../functions/src/features/runs/lifecycle/start-checks.js";
import { toEndedRun } from "../../../functions/src/features/runs/lifecycle/end-run.js";
import { eachOf } from "../../../functions/src/common/each-of.js";
import { silentLogger } from "../../../functions/src/common/logger.js";
import { connectionRecord, setupRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { serveApi } from "./serve-api.js";
import { markdownTable } from "../detection/table.js";
import { withFirestore } from "../scheduler/bench-stack.js";
import { countOperations } from "../scheduler/count-operations.js";

/*
 * Answers of the API with one account's runs behind it. Tokens are taken as they are: checking one against the sign-in
 * service is the same for every call and not ours.
 */

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "100000" },
    /** At most so many requests a row, and no new one after so many seconds. */
    requests: { type: "string", default: "1000" },
    seconds: { type: "string", default: "10" },
    clients: { type: "string", default: "1,50" },
  },
});
/** `isOwn`: each client asks for an account of its own, as people do who change something. */
type Call = { name: string; path: string; method?: "GET" | "PATCH"; body?: object; isOwn?: boolean };
/** The workspace with the runs. */
const workspaceId = "bench" as WorkspaceId;
/** The most that one commit takes. */
const batchSize = 500;
/** Stands for a token, and is the id of the workspace and of its only member. */
const authorized = (account: string) => ({
  Authorization: `Bearer ${account}`,
  [workspaceHeader]: account,
});

// So many runs do not fit the half gigabyte that Google's emulator is started with; this wins over its command line.
process.env["_JAVA_OPTIONS"] ??= "-Xmx9g";

await withFirestore(async (backEnd) => {
  const count = Number(options.runs);
  const seedFrom = performance.now();
  await seed(count);
  console.log(`seeded in ${((performance.now() - seedFrom) / 1_000).toFixed(0)} s`);
  const deps = { ...(await dependencies()), logger: silentLogger };
  const { base, close } = await serveApi(deps);
  const first = await fetch(`${base}/api/v1/runs?limit=50`, { headers: authorized(workspaceId) });
  const cursor = first.headers.get("x-next-cursor");
  await first.text();
  const calls: Call[] = [
    { name: "no Firestore", path: "/api/v1/detectors" },
    { name: "the active run", path: "/api/v1/runs/active" },
    { name: "newest 50 runs", path: "/api/v1/runs?limit=50" },
    { name: "the next 50", path: `/api/v1/runs?limit=50&cursor=${cursor}` },
    { name: "a setup's newest 50", path: "/api/v1/setups/s1/runs?limit=50" },
    { name: "setups", path: "/api/v1/setups?limit=50" },
    { name: "the account", path: "/api/auth/user", isOwn: true },
    {
      name: "preferences changed",
      path: "/api/v1/users/preferences",
      method: "PATCH",
      body: { emailNotifications: true },
      isOwn: true,
    },
  ];
  const rows: string[][] = [];
  for (const { name, path, method = "GET", body, isOwn = false } of calls) {
    const ask = async (client: number) => {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...authorized(isOwn ? `${workspaceId}-${client}` : workspaceId),
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
    };
    // Once for what a first call loads and makes.
    await ask(0);
    const counter = countOperations();
    await ask(0);
    counter.stop();
    const { reads, writes } = counter.so();
    let alone: number | null = null;
    for (const clients of options.clients.split(",").map(Number)) {
      // Once each, for their connections.
      await Promise.all(Array.from({ length: clients }, (_, client) => ask(client)));
      const { requests, p50, p99, perSecond } = await measure(ask, clients);
      alone ??= p50;
      rows.push([
        name,
        `${reads} / ${writes}`,
        ...[clients, requests].map(String),
        ...[p50, p99, p99 / alone, perSecond].map((figure) => figure.toFixed(1)),
      ]);
      console.log(rows.at(-1)!.join("  "));
    }
  }
  close();
  console.log(`\nFirestore: ${backEnd}, ${count} runs of one account\n`);
  const columns = [
    "call",
    "read / written",
    "clients",
    "requests",
    "p50 ms",
    "p99 ms",
    "p99 ÷ p50 of one",
    "requests/s",
  ];
  console.log(markdownTable(columns, rows));
});

/** Requests, p50, p99 (ms) and throughput of so many clients that each ask again when they have an answer. */
async function measure(ask: (client: number) => Promise<void>, clients: number) {
  const each = Array.from({ length: clients }, (_, client) => client);
  const times: number[] = [];
  let left = Number(options.requests);
  const startedAt = performance.now();
  const endsAt = startedAt + Number(options.seconds) * 1_000;
  await Promise.all(
    each.map(async (client) => {
      while (left-- > 0 && performance.now() < endsAt) {
        const from = performance.now();
        await ask(client);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds };
}

/** The clients' accounts, and one with ended runs of ten setups, one a minute; in full batches, a few at a time. */
async function seed(count: number): Promise<void> {
  const db = firestore();
  const start = Date.now() - count * 60_000;
  const most = Math.max(...options.clients.split(",").map(Number));
  const accounts = [workspaceId, ...Array.from({ length: most }, (_, client) => `${workspaceId}-${client}`)];
  await Promise.all(
    accounts.map((account) =>
      db.runTransaction(async (tx) =>
        createWorkspaceIn(
          db,
          tx,
          { id: account as WorkspaceId, name: "Bench" },
          account,
          new Date().toISOString(),
        ),
      ),
    ),
  );
  await db.doc(paths.setup(workspaceId, "s1")).set(setupDocument(setupRecord("s1", "c")));
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, batch) => batch * batchSize);
  await eachOf(
    batches,
    4,
    async (first) => {
      const batch = db.batch();
      for (let index = first; index < Math.min(count, first + batchSize); index++)
        batch.set(
          db.doc(paths.run(workspaceId, `r${index}`)),
          endedRunDocument(index, start + index * 60_000),
        );
      await batch.commit();
    },
    (_first, error) => {
      throw error;
    },
  );
}

function endedRunDocument(index: number, at: number) {
  const now = new Date(at);
  const run = newRun({
    id: `r${index}`,
    now,
    setup: setupRecord(`s${index % 10}`, "c"),
    connection: connectionRecord("c"),
    trigger: "manual",
    holdsSlot: true,
  });
  const findings = { alerts: 0, warnings: 1, new: 1, worse: 0, ongoing: 0, recovered: 0, known: 0 };
  const summary = { warnings: 1, alerts: 0, passed: 3, inconclusive: 0, failed: 0, findings };
  return runDocument(
    toEndedRun({ ...run, startedAt: now.toISOString() }, now, { status: "completed", summary }),
  );
}
