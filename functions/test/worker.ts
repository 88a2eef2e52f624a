import { createServer } from "node:http";
import type { WorkspaceId } from "../src/contract/workspaces.js";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { cloudTasks } from "../src/adapters/tasks/cloud-tasks.js";
import { dependencies } from "../src/composition/compose.js";
import type { DetectorKey } from "../src/contract/detectors.js";
import type { Dependencies } from "../src/composition/dependencies.js";
import { isEnded } from "../src/contract/runs.js";
import type { RunRecord } from "../src/features/runs/run-record.js";
import type { SetupRecord } from "../src/features/setups/setup-repository.js";
import { handleTask } from "../src/entry/task-handlers.js";
import type { TaskName } from "../src/ports/task-queue.js";
import { jsonLogger, silentLogger } from "../src/common/logger.js";
import { addMs, minuteMs, sleep } from "../src/common/time.js";
import { addTenant } from "../src/testing/tenants.js";
import { patienceMs } from "./eventually.js";

/** Real adapters on the local stack, with the queue delivering to this process. */
export type Worker = {
  deps: Dependencies;
  /** URL that the queue delivers tasks to. */
  url: string;
  /** Tasks delivered so far. */
  delivered: TaskName[];
  /** How many times each task is delivered, all at once. */
  times: number;
  /** Arriving tasks wait for this before they are processed. */
  held: Promise<void>;
  /** Resolves once no task is being processed. */
  idle(): Promise<void>;
  /** Advances this process's clock, which also sets its tasks' times. The stack's own clocks don't change. */
  advance(ms: number): void;
  close(): Promise<void>;
};

export async function startWorker(): Promise<Worker> {
  let offsetMs = 0;
  const delivered: TaskName[] = [];
  let working = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const name = request.url!.slice(1) as TaskName;
      const { data } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { data: unknown };
      delivered.push(name);
      await worker.held;
      const work = Array.from({ length: worker.times }, () =>
        handleTask(worker.deps, name, data, { retryCount: 0 }),
      );
      working++;
      const outcomes = await Promise.allSettled(work);
      working--;
      response.writeHead(outcomes.some(({ status }) => status === "rejected") ? 500 : 204).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const real = await dependencies();
  const tasks = tasksFor(url);
  const worker: Worker = {
    url,
    deps: {
      ...real,
      // Most tenants in these tests have no account to sign in with.
      identityProvider: {
        ...real.identityProvider,
        activeOf: async (uids) =>
          new Map(uids.map((uid) => [uid, { isEmailVerified: true, credentialsSince: new Date(0) }])),
      },
      managers: { unmanaged: async () => new Set() },
      logger: process.env.PLUMBLINE_VERBOSE ? jsonLogger() : silentLogger,
      clock: { now: () => new Date(Date.now() + offsetMs) },
      // Reads without splitting, however busy the machine is: split days are not counted by segment.
      timing: { leaseMs: 20_000, renewMs: 2_000, pollMs: 1_000, readingMs: 15 * minuteMs },
      queue: {
        enqueue: (name, payload, { notBefore, ...options } = {}) =>
          tasks.enqueue(name, payload, {
            ...options,
            ...(notBefore ? { notBefore: addMs(notBefore, -offsetMs) } : {}),
          }),
      },
    },
    delivered,
    times: 1,
    held: Promise.resolve(),
    idle: async () => {
      while (working > 0) await sleep(20);
    },
    advance: (ms) => {
      offsetMs += ms;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return worker;
}

export type Tenant = { workspaceId: WorkspaceId; email: string; setupId: string; connectionId: string };

type TenantProject = {
  projectId: string;
  timeZone: string;
  queryApi?: boolean;
  exportTimeBasis?: "utc" | "projectTime" | "unknown";
};

/** Creates a workspace with a verified connection to one of the stand-in's projects, and a setup on it. */
export function newTenant(
  deps: Dependencies,
  project: TenantProject,
  keys: DetectorKey[],
  setup: Partial<SetupRecord> = {},
): Promise<Tenant> {
  const uid = `u${randomUUID()}`;
  return newTenantOf(deps, { uid, email: `${uid}@example.com` }, project, keys, setup);
}

/** The same for a person who can sign in. */
export async function newTenantOf(
  deps: Dependencies,
  { uid, email }: { uid: string; email: string },
  { projectId, timeZone, queryApi = true, exportTimeBasis = "utc" }: TenantProject,
  keys: DetectorKey[],
  setup: Partial<SetupRecord> = {},
): Promise<Tenant> {
  const workspaceId = `w${uid}` as WorkspaceId;
  const [connectionId, setupId] = [`c-${workspaceId}`, `s-${workspaceId}`];
  await addTenant(
    deps,
    {
      workspace: { id: workspaceId, name: "A workspace", createdAt: new Date().toISOString() },
      owner: { uid, email, displayName: "A Person" },
      connection: {
        id: connectionId,
        projectId,
        username: "demo.plumbline.mp-service-account",
        secret: "demo-secret",
        timeZone,
        queryApi,
        exportTimeBasis,
      },
      setup: { id: setupId, ...setup },
    },
    keys,
  );
  return { workspaceId, email, setupId, connectionId };
}

/**
 * Waits until `is` holds for the run, by default until it has ended. Calls `meanwhile` whenever it doesn't hold yet.
 * @throws Error that shows the run if it stops changing before that
 */
export async function runWhen(
  { runs }: Dependencies,
  workspaceId: WorkspaceId,
  runId: string,
  is: (run: RunRecord) => boolean = isEnded,
  meanwhile: (run: RunRecord | null) => Promise<void> = async () => undefined,
): Promise<RunRecord> {
  let until = Date.now() + patienceMs;
  let seen: string | undefined;
  for (;;) {
    const run = await runs.find(workspaceId, runId);
    if (run && is(run)) return run;
    const current = JSON.stringify(run);
    if (current !== seen) until = Date.now() + patienceMs;
    seen = current;
    if (Date.now() > until) throw new Error(`Gave up waiting. The run is still ${current}`);
    await meanwhile(run);
    await sleep(100);
  }
}

/** Turns on a fault of Mixpanel's stand-in, until `clearFaults`. */
export const addFault = (fault: Record<string, unknown>) =>
  fetch(`${process.env.PLUMBLINE_MIXPANEL_URL}/_faults`, { method: "POST", body: JSON.stringify(fault) });
export const clearFaults = () => fetch(`${process.env.PLUMBLINE_MIXPANEL_URL}/_faults`, { method: "DELETE" });

/** The emulator's queue, delivering its tasks to the worker at `url`. */
export const tasksFor = (url: string) =>
  cloudTasks({
    projectId: process.env.GCLOUD_PROJECT!,
    location: "us-central1",
    functionsBaseUrl: url,
    emulatorHost: process.env.TASKS_EMULATOR!,
    serviceAccount: "unused",
  });
