import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import { paths } from "../../../functions/src/adapters/firestore/paths.js";
import { runDocument } from "../../../functions/src/adapters/firestore/run-documents.js";
import { setupDocument } from "../../../functions/src/adapters/firestore/setup-repository.js";
import { dependencies } from "../../../functions/src/composition.js";
import { newRun } from "../../../functions/src/features/runs/admission.js";
import { endedRun } from "../../../functions/src/features/runs/end-run.js";
import { createApp } from "../../../functions/src/http/app.js";
import { createHandlers } from "../../../functions/src/http/handlers.js";
import { eachOf } from "../../../functions/src/shared/each-of.js";
import { silentLogger } from "../../../functions/src/shared/logger.js";
import { connectionRecord, setupRecord } from "../../../functions/src/testing/repository-suite.js";
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
    requests: { type: "string", default: "300" },
    clients: { type: "string", default: "1,10,50" },
  },
});
type Call = [name: string, path: string, method?: "GET" | "PATCH", body?: object];
const uid = "bench";
/** The most that one commit takes. */
const batchSize = 500;
const authorized = { headers: { Authorization: "Bearer token" } };

await withFirestore(async (backEnd) => {
  const count = Number(options.runs);
  const seedFrom = performance.now();
  await seed(count);
  console.log(`seeded in ${((performance.now() - seedFrom) / 1_000).toFixed(0)} s`);
  const deps = { ...(await dependencies()), logger: silentLogger };
  const app = createApp({
    handlers: createHandlers(deps),
    verifyIdToken: async () => ({ uid, email: "bench@example.com", name: "Bench" }),
    logger: silentLogger,
    webhook: (_req, res) => void res.end(),
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const first = await fetch(`${base}/api/v1/runs?limit=50`, authorized);
  const cursor = first.headers.get("x-next-cursor");
  await first.text();
  const calls: Call[] = [
    ["no Firestore", "/api/v1/detectors"],
    ["the active run", "/api/v1/runs/active"],
    ["newest 50 runs", "/api/v1/runs?limit=50"],
    ["the next 50", `/api/v1/runs?limit=50&cursor=${cursor}`],
    ["a setup's newest 50", "/api/v1/setups/s1/runs?limit=50"],
    ["setups", "/api/v1/setups?limit=50"],
    ["the account", "/api/auth/user"],
    ["preferences changed", "/api/v1/users/preferences", "PATCH", { emailNotifications: true }],
  ];
  const rows: string[][] = [];
  for (const [name, path, method = "GET", body] of calls) {
    const ask = () =>
      fetch(base + path, {
        method,
        headers: { ...authorized.headers, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const counter = countOperations();
    await (await ask()).arrayBuffer();
    counter.stop();
    const { reads, writes } = counter.so();
    for (const clients of options.clients.split(",").map(Number))
      rows.push([name, `${reads} / ${writes}`, String(clients), ...(await measure(path, ask, clients))]);
  }
  server.close();
  console.log(`Firestore: ${backEnd}, ${count} runs of one account, ${options.requests} requests a row\n`);
  console.log(markdownTable(["call", "read / written", "clients", "p50 ms", "p99 ms", "requests/s"], rows));
});

/** p50, p99 (ms) and throughput of so many clients that each ask again when they have an answer. */
async function measure(name: string, send: () => Promise<Response>, clients: number): Promise<string[]> {
  const total = Number(options.requests);
  const times: number[] = [];
  const ask = async () => {
    const from = performance.now();
    const response = await send();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    times.push(performance.now() - from);
  };
  for (let warmUp = 0; warmUp < Math.min(10, total / 4); warmUp++) await ask();
  times.length = 0;
  let left = total;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) await ask();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(1);
  return [at(0.5), at(0.99), (times.length / seconds).toFixed(0)];
}

/** Ended runs of ten setups, one a minute; written in full batches, a few at a time. */
async function seed(count: number): Promise<void> {
  const db = firestore();
  const start = Date.now() - count * 60_000;
  await db.doc(paths.user(uid)).set({
    email: "bench@example.com",
    displayName: "Bench",
    emailNotifications: true,
  });
  await db.doc(paths.setup(uid, "s1")).set(setupDocument(setupRecord("s1", "c")));
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, batch) => batch * batchSize);
  await eachOf(
    batches,
    4,
    async (first) => {
      const batch = db.batch();
      for (let index = first; index < Math.min(count, first + batchSize); index++)
        batch.set(db.doc(paths.run(uid, `r${index}`)), endedRunDocument(index, start + index * 60_000));
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
  const summary = { warnings: 1, alerts: 0, passed: 3, inconclusive: 0, failed: 0 };
  return runDocument(
    endedRun({ ...run, startedAt: now.toISOString() }, now, { status: "completed", summary }),
  );
}
