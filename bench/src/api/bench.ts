import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
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
 * Measures the API's response times for one account with many runs. The clients run here. Each API instance (as many
 * as production would start for the clients) and Firestore run in separate processes. Tokens aren't verified:
 * verification by the sign-in service takes the same time for every call and isn't our code. Fails if reads with 50
 * clients take too long compared with those of a single client.
 */

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    /** Duration with clients that ask again at once. Clients that poll like an open page run twice as long. */
    seconds: { type: "string", default: "10" },
    clients: { type: "string", default: "1,10,50" },
    /** Comma-separated names of calls; all by default. */
    only: { type: "string", default: "" },
    /** Milliseconds of round trip between API and Firestore, in addition to the emulator's own time. */
    latency: { type: "string", default: "10" },
  },
});
/** `isOwn`: each client uses its own account, as people who change something do. */
type Call = { name: string; path: string; method?: "GET" | "PATCH"; body?: object; isOwn?: boolean };
/** How often an open page polls for the active run; no page polls for a list as often. */
const pollMs = 5_000;
/** Most that the p99 of reads may be, as a multiple of the p50 of one client. */
const bar = 10;
/** Most concurrent requests per instance; with one more client, production starts another instance. */
const { concurrency } = deployed("api");
const agent = new Agent({ keepAlive: true });
/** Per instance. */
const warmUpCalls = 100;
/** The workspace with the runs. */
const workspaceId = "bench" as WorkspaceId;
/** Most writes in one commit. */
const batchSize = 500;
/** Used as the token, the workspace id and the id of its only member. */
const authorized = (account: string) => ({
  Authorization: `Bearer ${account}`,
  [workspaceHeader]: account,
});

// This many runs don't fit into the half gigabyte that Google's emulator starts with, and make its second compiler
// worthwhile. This variable overrides its command line.
process.env["_JAVA_OPTIONS"] ??= "-Xmx9g -XX:TieredStopAtLevel=4";

/** Bundled as for production: source maps slow down every stack trace, and Firestore creates one with each call. */
const server = path.join(import.meta.dirname, "../../lib/api-server.mjs");
buildSync({
  entryPoints: [path.join(import.meta.dirname, "server.ts")],
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  outfile: server,
  logLevel: "error",
});

await withFirestore(async (backEnd) => {
  const count = Number(options.runs);
  await seed(count);
  const steps = options.clients.split(",").map(Number);
  const most = Math.max(...steps);
  const instances = await Promise.all(Array.from({ length: instancesFor(most) }, () => startInstance()));
  const [firstInstance] = instances;
  const first = await get(firstInstance!.base, "/api/v1/runs?limit=50", authorized(workspaceId));
  const calls: Call[] = [
    { name: "detectors", path: "/api/v1/detectors" },
    { name: "the active run", path: "/api/v1/runs/active" },
    { name: "newest 50 runs", path: "/api/v1/runs?limit=50" },
    { name: "the next 50", path: `/api/v1/runs?limit=50&cursor=${String(first.headers["x-next-cursor"])}` },
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
  const wanted = options.only === "" ? calls.map(({ name }) => name) : options.only.split(",");
  const rows: string[][] = [];
  for (const call of calls.filter(({ name }) => wanted.includes(name))) {
    /** Spreads clients over this many instances; each client stays with one. */
    const askOf = (count: number) => async (client: number) => {
      const { name, path, method = "GET", body, isOwn = false } = call;
      const headers = authorized(isOwn ? `${workspaceId}-${client}` : workspaceId);
      const { status } = await get(instances[client % count]!.base, path, headers, method, body);
      if (status >= 400) throw new Error(`${name}: ${status}`);
    };
    // Warm-up: the first call loads modules, and V8 optimizes hot code after a few more.
    for (let time = 0; time < warmUpCalls; time++)
      await Promise.all(instances.map((_, client) => askOf(instances.length)(client)));
    const beforeOne = await firstInstance!.usage();
    await askOf(1)(0);
    const afterOne = await firstInstance!.usage();
    const [reads, writes] = [afterOne.reads - beforeOne.reads, afterOne.writes - beforeOne.writes];
    const isRead = (call.method ?? "GET") === "GET";
    let alone: number | null = null;
    for (const clients of steps)
      for (const isPaced of isRead && clients === most ? [false, true] : [false]) {
        const used = instances.slice(0, instancesFor(clients));
        const ask = askOf(used.length);
        // One call each, to open the connections.
        await Promise.all(Array.from({ length: clients }, (_, client) => ask(client)));
        const cpuMs = async () =>
          sum(await Promise.all(used.map(async ({ usage }) => (await usage()).cpuMs)));
        const before = await cpuMs();
        const times = await (isPaced ? askOften(ask, clients) : askAtOnce(ask, clients));
        const cpuEach = ((await cpuMs()) - before) / times.length;
        const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
        alone ??= p50;
        // Instances that share a processor wait for each other, which they don't in production.
        const isJudged = isRead && (isPaced || used.length === 1 || availableParallelism() > used.length + 1);
        if (isJudged && p99 > bar * alone) process.exitCode = 1;
        rows.push([
          call.name,
          `${reads} / ${writes}`,
          isPaced ? `every ${pollMs / 1_000} s` : "at once",
          ...[clients, used.length, times.length].map(String),
          ...[p50, p99, p99 / alone, cpuEach].map((figure) => figure.toFixed(1)),
          isJudged ? (p99 > bar * alone ? "no" : "yes") : "",
        ]);
        console.log(rows.at(-1)!.join("  "));
      }
  }
  for (const { close } of instances) close();
  console.log(`\nFirestore: ${backEnd}, ${count} runs of one account\n`);
  const columns = [
    "call",
    "read / written",
    "asked again",
    "clients",
    "instances",
    "requests",
    "p50 ms",
    "p99 ms",
    "p99 ÷ p50 of one",
    "API's CPU ms",
    `≤ ${bar}`,
  ];
  console.log(markdownTable(columns, rows));
});

async function startInstance(): Promise<{
  base: string;
  usage: () => Promise<ServerUsage>;
  close: () => void;
}> {
  const child = fork(server, [options.latency], { execArgv: [] });
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

/**
 * Uses a kept-alive connection and less CPU than `fetch`, because the clients share the machine's processors with the
 * API.
 */
async function get(
  base: string,
  path: string,
  headers: Record<string, string>,
  method = "GET",
  body?: object,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const asked = request(base + path, {
    agent,
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
  });
  asked.end(body && JSON.stringify(body));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode!, headers: response.headers };
}

/** Response times (ms) of clients that each ask again as soon as they have an answer. */
async function askAtOnce(ask: (client: number) => Promise<void>, clients: number): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + Number(options.seconds) * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < endsAt) times.push(await timed(() => ask(client)));
    }),
  );
  return times;
}

/**
 * Response times (ms) of clients that each poll every `pollMs`, whether or not they have an answer. Their starts are
 * spread evenly.
 */
async function askOften(ask: (client: number) => Promise<void>, clients: number): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const polls = Math.ceil((2 * Number(options.seconds) * 1_000) / pollMs);
  const from = performance.now();
  for (let poll = 0; poll < polls; poll++)
    for (let client = 0; client < clients; client++) {
      const at = from + (poll + client / clients) * pollMs;
      await sleep(Math.max(0, at - performance.now()));
      asked.push(timed(() => ask(client)));
    }
  return Promise.all(asked);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function instancesFor(clients: number): number {
  return Math.ceil(clients / concurrency);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/**
 * Creates the clients' accounts, and one account with ended runs of ten setups, one a minute. Writes full batches, a
 * few at a time.
 */
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
