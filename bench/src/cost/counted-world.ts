import {
  detectorKeys,
  detectorOf,
  type SelectedDetector,
} from "../../../functions/src/contract/detectors.js";
import { addDays } from "../../../functions/src/common/days.js";
import { dependencies } from "../../../functions/src/composition/compose.js";
import { handleTask } from "../../../functions/src/entry/task-handlers.js";
import { meterEvents } from "../../../functions/src/features/billing/usage/report-usage.js";
import { runTiming } from "../../../functions/src/features/runs/lifecycle/run-timing.js";
import { everyMinute } from "../../../functions/src/entry/every-minute.js";
import { workspaceManagers } from "../../../functions/src/features/workspaces/managers.js";
import type { Payments } from "../../../functions/src/features/billing/payments.js";
import { dayMs, hourMs, toInstant } from "../../../functions/src/common/time.js";
import { routeBody } from "../../../functions/src/testing/foreign-calls.js";
import { CountedObjects } from "../../../functions/src/testing/memory/memory-objects.js";
import { testDependencies } from "../../../functions/src/testing/dependencies.js";
import { runsOf, runWorld, setupId, workspaceId } from "../../../functions/src/testing/run-world.js";
import { countOperations } from "./count-operations.js";
import type { FunctionName } from "./deployed.js";
import { GeneratedProject, type ProjectSize } from "./generated-project.js";
import { add, noUsage, type Usage, type UsageByFunction } from "./usage.js";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dependencies } from "../../../functions/src/composition/dependencies.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { findAccess } from "../../../functions/src/features/workspaces/ensure-user.js";
import { createApp } from "../../../functions/src/http/app.js";
import { createHandlers } from "../../../functions/src/http/handlers.js";

/** Everything that is stored in Firestore. */
const storeNames = [
  "users",
  "workspaces",
  "tokens",
  "connections",
  "setups",
  "schema",
  "runs",
  "deletions",
  "incidents",
  "releases",
  "channels",
  "rateLimiter",
  "billing",
  "unsubscribed",
  "retentionCursor",
] as const;

const pick = <T, K extends keyof T>(all: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;

const firstDue = "2026-11-18T11:00:00.000Z";

/**
 * A paying workspace on Firestore with a webhook and a daily setup of all event checks. Everything it uses is
 * counted.
 */
export async function countedWorld(size: ProjectSize) {
  const test = testDependencies();
  const stores = pick(await dependencies(), storeNames);
  const payments = {
    meter: async () => "counted",
    meteredRows: async () => 0,
  } as Partial<Payments> as Payments;
  const objects = new CountedObjects(() => test.clock.now());
  const project = new GeneratedProject(size);
  const deps = Object.assign(test, stores, {
    objects,
    // Not that of tests, whose workers look at their leases far more often.
    timing: runTiming,
    mixpanel: project,
    payments: payments as Payments | null as null,
    managers: workspaceManagers({
      workspaces: stores.workspaces,
      identityProvider: test.identityProvider,
      clock: test.clock,
    }),
    meterEvents: meterEvents({ billing: stores.billing, payments, clock: test.clock, logger: test.logger }),
  });
  await runWorld([], { ...schedule, selectedDetectors, nextRunAt: firstDue }, deps);
  project.reset();
  await deps.billing.linkCustomer(workspaceId, "cus_1");
  await deps.billing.change(workspaceId, (account) => ({
    ...account,
    billing: { ...account.billing, hasPaymentMethod: true, freeQuotaUsed: 1 },
  }));
  const { base, close } = await serveApi(deps);
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(base + path, {
      headers: { Authorization: "Bearer ada", "content-type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const channel = await call("/api/v1/channels", {
    kind: "webhook",
    name: "Hook",
    url: "https://hooks.example.com/in",
  });
  await call("/api/v1/routes", routeBody((channel as { id: string }).id));

  const operations = countOperations();
  const soFar = (): Usage => {
    const { user, system } = process.cpuUsage();
    const { made } = project;
    return {
      ...noUsage,
      ...operations.so(),
      cpuSeconds: (user + system) / 1e6 - made.cpuSeconds,
      objectReads: objects.reads,
      objectWrites: objects.writes,
      objectBytes: objects.bytes,
      tasks: deps.queue.tasks.length,
      requests: made.requests,
      rows: made.rows,
      exportBytes: made.bytes,
    };
  };
  /** Does some work and adds its usage to `usage`, as one call of the function. */
  async function count(
    usage: UsageByFunction,
    name: FunctionName,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const before = soFar();
    await work();
    add(usage, name, { ...before, calls: 0 }, -1);
    add(usage, name, { ...soFar(), calls: 1 });
  }

  let delivered = 0;
  /** Delivers tasks up to the first one that `isLast` accepts, or all. */
  async function deliver(usage: UsageByFunction, isLast: (name: FunctionName) => boolean): Promise<void> {
    for (const { tasks } = deps.queue; delivered < tasks.length; delivered++) {
      const { name, payload, options } = tasks[delivered]!;
      if (isLast(name)) return;
      if (options.notBefore && options.notBefore > deps.clock.now())
        deps.clock.set(options.notBefore.toISOString());
      await count(usage, name, () => handleTask(deps, name, payload, { retryCount: 0 }));
    }
  }
  return {
    call,
    count,
    tick: (usage: UsageByFunction) => count(usage, "everyMinute", () => everyMinute(deps)),
    /** Runs the next day's run, from the tick that starts it to its last message. @returns its billable checks */
    async runDay(usage: UsageByFunction): Promise<number> {
      project.brokenFrom =
        (await runsOf(deps)).length === 1
          ? addDays(deps.clock.now().toISOString().slice(0, 10), -1)
          : project.brokenFrom;
      await this.tick(usage);
      await deliver(usage, () => false);
      const [run] = await runsOf(deps);
      if (run?.status !== "completed")
        throw new Error(`the run is ${run?.status}: ${JSON.stringify(run?.error)}`);
      deps.clock.set(nextNoon(deps.clock.now()));
      return run.rowsAnalysed!;
    },
    /**
     * Runs the setup hourly, a few times after two runs of the same day that aren't counted: one that judges the day, and
     * one whose tick tidies up after it.
     */
    async runHours(usage: UsageByFunction, hours: number): Promise<void> {
      await deps.setups.update(workspaceId, setupId, () => ({ scheduleCron: "0 * * * *" }));
      for (let hour = 0; hour < hours + 2; hour++) {
        const counted: UsageByFunction = hour < 2 ? new Map() : usage;
        await deps.setups.update(workspaceId, setupId, () => ({ nextRunAt: toInstant(deps.clock.now()) }));
        await this.tick(counted);
        await deliver(counted, () => false);
        const [run] = await runsOf(deps);
        if (run?.hours?.status !== "tested") throw new Error(`hours: ${JSON.stringify(run?.hours)}`);
        deps.clock.advance(hourMs);
      }
      // The next run is that of the next day.
      deps.clock.set(nextNoon(deps.clock.now()));
      await deps.setups.update(workspaceId, setupId, () => ({
        ...schedule,
        nextRunAt: toInstant(deps.clock.now()),
      }));
    },
    /** Reads the next day's exports with `factor` times the rows; the run stops there. */
    async readMore(usage: UsageByFunction, factor: number): Promise<void> {
      project.rowFactor = factor;
      await this.tick(new Map());
      await deliver(usage, (name) => name === "executeRun" && usage.has("aggregateDays"));
    },
    lastRunId: async () => (await runsOf(deps))[0]!.id,
    /** Average bytes stored per project day. */
    bytesPerDay(): number {
      const days = objects.paths().filter((path) => path.includes("/days/"));
      const stored = objects.snapshot();
      return days.reduce((sum, path) => sum + Buffer.from(stored[path]!, "base64").length, 0) / days.length;
    },
    mails: () => deps.mailer.sent.length + deps.outbound.sent.length,
    close() {
      operations.stop();
      close();
    },
  };
}

/** Noon of the next day in UTC. */
const nextNoon = (now: Date): string =>
  toInstant(new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs + 12 * hourMs));

const schedule = { scheduleCron: "0 6 * * *", scheduleTimezone: "America/New_York" };
const selectedDetectors: SelectedDetector[] = detectorKeys
  .filter((key) => detectorOf(key).needs !== "profiles")
  .map((key) => ({ key, settings: { checkBackDays: 7, thresholdPercent: 30 } }));

/** Serves the API on a free port. The token is used as the id of its user, whose first workspace has the same id. */
async function serveApi(deps: Dependencies): Promise<{ base: string; close: () => void }> {
  const app = createApp({
    handlers: createHandlers(deps),
    verifyIdToken: async (token) => ({
      uid: token,
      email: "bench@example.com",
      email_verified: true,
      name: "Bench",
    }),
    authenticateToken: () => Promise.reject(new Error("no API tokens here")),
    findAccess: (identity, id) => findAccess(deps, identity, id ?? (identity.uid as WorkspaceId)),
    rateLimiter: deps.rateLimiter,
    logger: deps.logger,
    slackActions: (_req, res) => void res.end(),
    webhook: (_req, res) => void res.end(),
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, close: () => void server.close() };
}
