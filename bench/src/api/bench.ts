import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import { createWorkspaceIn } from "../../../functions/src/adapters/firestore/workspace-repository.js";
import { workspaceHeader, type WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { paths } from "../../../functions/src/adapters/firestore/paths.js";
import { runDocument } from "../../../functions/src/adapters/firestore/run-documents.js";
import { setupDocument } from "../../../functions/src/adapters/firestore/setup-repository.js";
import { newRun } from "../../../functions/src/features/runs/lifecycle/start-checks.js";
import { toEndedRun } from "../../../functions/src/features/runs/lifecycle/end-run.js";
import { eachOf } from "../../../functions/src/common/each-of.js";
import { connectionRecord, setupRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { deployed } from "../cost/deployed.js";
import { markdownTable } from "../detection/table.js";
import { withFirestore } from "../scheduler/bench-stack.js";
import type { ServerMessage, ServerUsage } from "./server.js";

/*
 * Answers of the API with one account's runs behind it: clients here, the API in a process of its own, Firestore in a
 * third. Tokens are taken as they are: checking one against the sign-in service is the same for every call and not ours.
 * Fails when reads with as many clients as an instance is given at once take too long next to a read of one client.
 */

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    /** At most so many requests a row, and no new one after so many seconds. */
    requests: { type: "string", default: "1000" },
    seconds: { type: "string", default: "10" },
    clients: { type: "string", default: "1,10,50" },
    /** Milliseconds from the API to Firestore and back, beside what the emulator takes. */
    latency: { type: "string", default: "10" },
  },
});
/** `isOwn`: each client asks for an account of its own, as people do who change something. */
type Call = { name: string; path: string; method?: "GET" | "PATCH"; body?: object; isOwn?: boolean };
/** p99 of reads, at most so many times the p50 of one client, with as many clients as an instance is given at once. */
const bar = 10;
const { concurrency } = deployed("api");
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
  const { base, usage, close } = await startServer();
  const first = await fetch(`${base}/api/v1/runs?limit=50`, { headers: authorized(workspaceId) });
  const cursor = first.headers.get("x-next-cursor");
  await first.text();
  const calls: Call[] = [
    { name: "detectors", path: "/api/v1/detectors" },
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
    const beforeOne = await usage();
    await ask(0);
    const afterOne = await usage();
    const [reads, writes] = [afterOne.reads - beforeOne.reads, afterOne.writes - beforeOne.writes];
    let alone: number | null = null;
    for (const clients of options.clients.split(",").map(Number)) {
      // Once each, for their connections.
      await Promise.all(Array.from({ length: clients }, (_, client) => ask(client)));
      const before = await usage();
      const { requests, p50, p99, perSecond } = await measure(ask, clients);
      const cpuMs = ((await usage()).cpuMs - before.cpuMs) / requests;
      alone ??= p50;
      if (method === "GET" && clients <= concurrency && p99 > bar * alone) process.exitCode = 1;
      rows.push([
        name,
        `${reads} / ${writes}`,
        ...[clients, requests].map(String),
        ...[p50, p99, p99 / alone, perSecond, cpuMs].map((figure) => figure.toFixed(1)),
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
    "API's CPU ms",
  ];
  console.log(markdownTable(columns, rows));
});

async function startServer(): Promise<{
  base: string;
  usage: () => Promise<ServerUsage>;
  close: () => void;
}> {
  const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [options.latency]);
  const next = async () => ((await once(child, "message")) as [ServerMessage])[0];
  const first = await next();
  if (!("base" in first)) throw new Error("no address");
  const usage = async () => {
    const answer = next();
    child.send("usage");
    const message = await answer;
    if (!("usage" in message)) throw new Error("no usage");
    return message.usage;
  };
  return { base: first.base, usage, close: () => child.disconnect() };
}

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
