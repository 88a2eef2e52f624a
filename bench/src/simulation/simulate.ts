import { initialBilling } from "../../../functions/src/features/billing/account/run-permission.js";
import { workspaceManagers } from "../../../functions/src/features/workspaces/managers.js";
import { connectionSecretContext } from "../../../functions/src/features/connections/secret-box.js";
import { nextRunAt } from "../../../functions/src/features/schedules/next-run.js";
import { everyMinute } from "../../../functions/src/entry/every-minute.js";
import type { RunRecord } from "../../../functions/src/features/runs/run-record.js";
import { runTiming } from "../../../functions/src/features/runs/lifecycle/run-timing.js";
import { addMs, hourMs, minuteMs, secondMs, toInstant } from "../../../functions/src/common/time.js";
import { scheduleTimeZones } from "../../../functions/src/contract/setups.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { addDays, dayRange, daysBetween } from "../../../functions/src/common/days.js";
import { handleTask } from "../../../functions/src/entry/task-handlers.js";
import { MixpanelError } from "../../../functions/src/ports/mixpanel-error.js";
import type { ObjectStore } from "../../../functions/src/ports/object-store.js";
import type { TaskName } from "../../../functions/src/ports/task-queue.js";
import { testDependencies } from "../../../functions/src/testing/dependencies.js";
import { FakeMixpanel } from "../../../functions/src/testing/fake-mixpanel.js";
import { MemoryObjects } from "../../../functions/src/testing/memory/memory-objects.js";
import { connectionRecord, setupRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { seededRandom, type Random } from "../detection/random.js";
import { SimulatedQueue } from "./simulated-queue.js";
import { VirtualTime } from "./virtual-time.js";
import { newWorkspace } from "../../../functions/src/testing/tenants.js";

/** A Monday morning. Every workspace already exists; its first run reads its past. */
const start = "2026-11-16T05:00:00.000Z";
/** Duration of a Firestore transaction. */
const storeMs = 50;
/** Mixpanel's own limits per project. */
const exportsPerHour = 60;
const exportsPerSecond = 3;
const exportsAtOnce = 100;
/** Hours of the day at which each event has a row. */
const rowHours = [3, 9, 15, 21];
/** What the Query API says of each event. */
const rowsPerHour = 20;

/** More setups than a greedy workspace can run in the hour in which they are due. */
const greedySetups = 10;
/** The projects' plans have two weeks of history, so runs read few days. This doesn't change the order of the runs. */
const readDays = 15;

/**
 * How much fits in a task: for most projects several days, for large ones a single day, for huge ones a group of a
 * day's events.
 */
type Size = "usual" | "large" | "huge";
/** `dayMs`: export time of one day. */
type Tenant = { id: WorkspaceId; isGreedy: boolean; isHourly: boolean; size: Size; dayMs: number };
export type RunDelay = { isGreedy: boolean; workspaceId: string; ms: number };
export type Simulated = {
  /** Time from when a run could start (its workspace has no other active run) to its worker's first step. */
  delays: RunDelay[];
  /** Runs that failed, or at the end had been due for an hour. */
  unfinished: { isGreedy: boolean; workspaceId: string; status: string }[];
  /** By size: projects, runs that ended with a report, exports, and exports of only some events. */
  sizes: Record<Size, { projects: number; reports: number; exports: number; ofGroups: number }>;
  /**
   * Of hourly setups: requests to Mixpanel in each hour, by whether a run read and judged days in it. The project's context, which is
   * read once a day, counts, too.
   */
  requests: { ofHours: number[]; ofDays: number[] };
  /** Tasks waiting in each queue, minute by minute. */
  depths: Map<TaskName, number[]>;
  lanes: SimulatedQueue["lanes"];
  ticks: number;
  tickSeconds: number[];
};

/**
 * Simulates the scheduler over several days: the product's ticks and tasks, on in-memory stores. Modeled are the
 * passage of time, Mixpanel (how long an answer takes, its limits), and the latencies and order of queues and
 * transactions. Greedy workspaces have 10 setups, each due every hour, and an export takes them two minutes per day
 * of data.
 */
export async function simulate(options: {
  workspaces: number;
  greedy: number;
  /** So many of the workspaces that aren't greedy have one setup that runs every hour. */
  hourly?: number;
  days: number;
  seed: string;
  /** Most tasks that each queue hands out at once. */
  maxAtOnce?: number;
}): Promise<Simulated> {
  const random = seededRandom(options.seed);
  const time = new VirtualTime(start);
  const test = testDependencies();
  const tenants = new Map<string, Tenant>();
  const clock = { now: time.now };
  const { runs } = test;
  const deps = {
    ...test,
    clock,
    timing: { ...runTiming, pollMs: runTiming.renewMs },
    runs: {
      ...runs,
      transact: (async (id, work) => {
        await time.sleep(storeMs);
        return runs.transact(id, work);
      }) as typeof runs.transact,
      // Nothing reaches its retention age, so scanning all runs with every tick would only take time.
      runsBefore: async () => [],
    },
    objects: objectsByWorkspace(time.now),
    mixpanel: new SimulatedMixpanel(time, tenants, random),
    managers: workspaceManagers({
      workspaces: test.workspaces,
      identityProvider: test.identityProvider,
      clock,
    }),
  };
  const queue = new SimulatedQueue(
    time,
    (name, payload, retryCount) => handleTask({ ...deps, queue }, name, payload, { retryCount }),
    options.maxAtOnce,
  );
  for (let index = 0; index < options.workspaces + options.greedy; index++) {
    const isGreedy = index >= options.workspaces;
    const tenant = await addTenant(test, random, index, isGreedy, index < (options.hourly ?? 0));
    tenants.set(`${1_000_001 + index}`, tenant);
  }

  const until = addMs(new Date(start), options.days * 24 * hourMs);
  const depths = new Map<TaskName, number[]>();
  const tickSeconds: number[] = [];
  const tick = async () => {
    const from = time.now().getTime();
    for (const [name, { waiting }] of queue.lanes) {
      if (!depths.has(name)) depths.set(name, []);
      depths.get(name)!.push(waiting.length);
    }
    await everyMinute({ ...deps, queue });
    tickSeconds.push((time.now().getTime() - from) / secondMs);
    // If a tick takes longer than a minute, the next one starts only afterward.
    const elapsed = time.now().getTime() % minuteMs;
    if (time.now() < until) time.later(() => time.start(tick), minuteMs - elapsed);
  };
  await time.run(until, () => time.later(() => time.start(tick), 0));

  const delays: RunDelay[] = [];
  const unfinished: Simulated["unfinished"] = [];
  const requests: Simulated["requests"] = { ofHours: [], ofDays: [] };
  for (const [projectId, { id, isGreedy, isHourly, size }] of tenants) {
    const all = test.db.all<RunRecord>(id, "runs");
    if (isHourly)
      for (const [hour, count] of deps.mixpanel.requests.get(projectId) ?? []) {
        const judges = all.some(
          ({ repeats, startedAt, finishedAt }) =>
            repeats === null && hourOf(startedAt ?? until) <= hour && hour <= hourOf(finishedAt ?? until),
        );
        requests[judges ? "ofDays" : "ofHours"].push(count);
      }
    const failed = all.filter(({ status }) => status === "failed" || status === "partial");
    const waited = all.filter(
      (run) => run.startedAt === null && Date.parse(run.createdAt) < until.getTime() - hourMs,
    );
    unfinished.push(...[...failed, ...waited].map(({ status }) => ({ isGreedy, workspaceId: id, status })));
    deps.mixpanel.sizes[size].projects++;
    deps.mixpanel.sizes[size].reports += all.filter(({ status }) => status === "completed").length;
    let freeAt = 0;
    for (const run of all.sort((a, b) => ((a.startedAt ?? "z") < (b.startedAt ?? "z") ? -1 : 1))) {
      if (run.startedAt === null) continue;
      const ms = Date.parse(run.startedAt) - Math.max(Date.parse(run.scheduledFor!), freeAt);
      delays.push({ isGreedy, workspaceId: id, ms });
      freeAt = run.finishedAt === null ? Infinity : Date.parse(run.finishedAt);
    }
  }
  const { sizes } = deps.mixpanel;
  return {
    delays,
    unfinished,
    sizes,
    requests,
    depths,
    lanes: queue.lanes,
    ticks: tickSeconds.length,
    tickSeconds,
  };
}

const hourOf = (time: Date | string): number => Math.floor(new Date(time).getTime() / hourMs);

/** Mostly daily schedules early in the morning of some time zone, often on the hour; some hourly or weekly ones. */
function scheduleOf(random: Random): string {
  const minute = random.uniform() < 0.6 ? 0 : Math.floor(random.uniform() * 60);
  const hour = 5 + Math.floor(random.uniform() ** 2 * 8);
  const kind = random.uniform();
  if (kind < 0.01) return `${minute} * * * *`;
  if (kind < 0.2) return `${minute} ${hour} * * 1`;
  return `${minute} ${hour} * * *`;
}

async function addTenant(
  deps: ReturnType<typeof testDependencies>,
  random: Random,
  index: number,
  isGreedy: boolean,
  isHourly: boolean,
): Promise<Tenant> {
  const id = `w${String(index).padStart(5, "0")}` as WorkspaceId;
  await deps.users.ensure(
    `u${index}`,
    { email: `u${index}@example.com`, isEmailVerified: true, displayName: id, isDisplayNameGuessed: false },
    newWorkspace(id, id, start),
  );
  deps.db.set(id, "account", id, {
    activeRunId: null,
    billing: { ...initialBilling, hasPaymentMethod: true, freeQuotaUsed: 1 },
  });
  const connection = connectionRecord("c");
  await deps.connections.create(id, {
    ...connection,
    projectId: `${1_000_001 + index}`,
    serviceUsername: deps.mixpanel.username,
    secret: deps.secrets.seal(deps.mixpanel.secret, connectionSecretContext(id, "c")),
    capabilities: {
      timeZone: "UTC",
      queryApi: true,
      profiles: true,
      exportTimeBasis: "utc",
      historyDays: readDays,
    },
  });
  const setups = isGreedy ? greedySetups : isHourly ? 1 : 1 + Number(random.chance(0.25));
  for (let setup = 0; setup < setups; setup++) {
    const cron = isGreedy || isHourly ? "0 * * * *" : scheduleOf(random);
    const timeZone = scheduleTimeZones[Math.floor(random.uniform() * scheduleTimeZones.length)]!;
    const next = nextRunAt({ cron, timeZone, includeWeekends: true, after: new Date(start) });
    await deps.setups.create(id, {
      ...setupRecord(`s${setup}`, "c"),
      scheduleCron: cron,
      scheduleTimezone: timeZone,
      selectedDetectors: (["event_count_change", "event_property_null_rate"] as const).map((key) => ({
        key,
        settings: { checkBackDays: 7, thresholdPercent: 30 },
      })),
      nextRunAt: next && toInstant(next),
    });
  }
  if (isGreedy) return { id, isGreedy, isHourly, size: "usual", dayMs: 2 * minuteMs };
  if (index % 200 === 7) return { id, isGreedy, isHourly, size: "huge", dayMs: 40 * minuteMs };
  if (index % 100 === 3) return { id, isGreedy, isHourly, size: "large", dayMs: 10 * minuteMs };
  // Half of the days take less than 7 seconds, one in a hundred more than two minutes.
  const dayMs = 7 * secondMs * Math.exp(1.2 * random.normal());
  return { id, isGreedy, isHourly, size: "usual", dayMs: Math.min(dayMs, 3 * minuteMs) };
}

/** Answers after a delay, enforces each project's limits, and has two events with a few rows a day, in order. */
class SimulatedMixpanel extends FakeMixpanel {
  override names = ["Purchase", "Sign Up"];
  readonly sizes = Object.fromEntries(
    ["usual", "large", "huge"].map((size) => [size, { projects: 0, reports: 0, exports: 0, ofGroups: 0 }]),
  ) as Simulated["sizes"];
  /** By project and hour. */
  readonly requests = new Map<string, Map<number, number>>();
  readonly #exports = new Map<string, { starts: number[]; working: number }>();
  readonly #time: VirtualTime;
  readonly #tenants: ReadonlyMap<string, Tenant>;
  readonly #random: Random;

  constructor(time: VirtualTime, tenants: ReadonlyMap<string, Tenant>, random: Random) {
    super();
    this.#time = time;
    this.#tenants = tenants;
    this.#random = random;
    this.eventsOf = ({ from, to }) => {
      const events: FakeMixpanel["events"][number][] = [];
      for (let day = from; day <= to; day = addDays(day, 1))
        for (const [row, hour] of rowHours.entries())
          for (const event of this.names)
            events.push({
              event,
              properties: {
                time: Date.parse(`${day}T00:00:00Z`) / 1_000 + hour * 3_600,
                distinct_id: `u${row}`,
                $insert_id: `${event}${day}${row}`,
                plan: "pro",
              },
            });
      return events;
    };
    this.hoursOf = ({ from, to }) => {
      const days = dayRange(from, to).map((day): [string, number[]] => [
        day,
        Array<number>(24).fill(rowsPerHour),
      ]);
      return new Map(this.names.map((name) => [name, new Map(days)]));
    };
    this.before = async (call, { projectId }) => {
      const hours = this.requests.get(projectId) ?? new Map<number, number>();
      const hour = hourOf(time.now());
      this.requests.set(projectId, hours.set(hour, (hours.get(hour) ?? 0) + 1));
      await time.sleep((0.5 + 2 * random.uniform()) * secondMs);
      if (call === "exportEvents") this.#begin(projectId);
    };
  }

  override async exportEvents(...[access, query = {}]: Parameters<FakeMixpanel["exportEvents"]>) {
    const chunks = await super.exportEvents(access, query);
    const { size, dayMs } = this.#tenants.get(access.projectId)!;
    this.sizes[size].exports++;
    if (query.events) this.sizes[size].ofGroups++;
    const days = 1 + daysBetween(query.from!, query.to!);
    const share = (query.events?.length ?? this.names.length) / this.names.length;
    const takesMs = days * dayMs * share * (0.8 + 0.4 * this.#random.uniform());
    return this.#paced(chunks, takesMs, access.projectId);
  }

  /** Sends an export in pieces, at least one a minute, so that it takes `takesMs` in total. */
  async *#paced(chunks: AsyncIterable<Uint8Array>, takesMs: number, projectId: string) {
    try {
      const pieces = Math.max(1, Math.ceil(takesMs / minuteMs));
      for await (const chunk of chunks) {
        const lines = Buffer.from(chunk).toString().trimEnd().split("\n");
        const size = Math.ceil(lines.length / pieces);
        for (let at = 0; at < lines.length; at += size) {
          yield Buffer.from(`${lines.slice(at, at + size).join("\n")}\n`);
          await this.#time.sleep((takesMs * Math.min(size, lines.length - at)) / lines.length);
        }
      }
    } finally {
      this.#exports.get(projectId)!.working--;
    }
  }

  /** @throws MixpanelError when the project exceeds a limit */
  #begin(projectId: string): void {
    const now = this.#time.now().getTime();
    const known = this.#exports.get(projectId) ?? { starts: [], working: 0 };
    known.starts = known.starts.filter((at) => at > now - hourMs);
    this.#exports.set(projectId, known);
    if (known.starts.length >= exportsPerHour)
      throw new MixpanelError("hourly-limit", "raw export", "429", { status: 429, retryAfterSeconds: 600 });
    const inSecond = known.starts.filter((at) => at > now - secondMs).length;
    if (known.working >= exportsAtOnce || inSecond >= exportsPerSecond)
      throw new MixpanelError("busy", "raw export", "429", { status: 429 });
    known.starts.push(now);
    known.working++;
  }

  override async eventCounts(...args: Parameters<FakeMixpanel["eventCounts"]>) {
    const { from = "", to = "" } = (args[1] ?? {}) as { from?: string; to?: string };
    this.counts = new Map(this.names.map((name) => [name, new Map<string, number>()]));
    for (let day = from; day <= to; day = addDays(day, 1))
      for (const counts of this.counts.values()) counts.set(day, 24 * rowsPerHour);
    return super.eventCounts(...args);
  }
}

/**
 * Stores each workspace's objects separately, so that lists stay short. Lists across workspaces return nothing,
 * because nothing is old enough to delete.
 */
function objectsByWorkspace(now: () => Date): ObjectStore {
  const stores = new Map<string, MemoryObjects>();
  const nothing = new MemoryObjects(now);
  const of = (path: string): MemoryObjects => {
    const workspace = /^workspaces\/[^/]+\//.exec(path)?.[0];
    if (!workspace) return nothing;
    if (!stores.has(workspace)) stores.set(workspace, new MemoryObjects(now));
    return stores.get(workspace)!;
  };
  return {
    write: (path, ...rest) => of(path).write(path, ...rest),
    update: (path, ...rest) => of(path).update(path, ...rest),
    read: (path) => of(path).read(path),
    readRange: (path, start, end) => of(path).readRange(path, start, end),
    list: (prefix, page) => of(prefix).list(prefix, page),
    delete: (path) => of(path).delete(path),
    deletePrefix: (prefix) => of(prefix).deletePrefix(prefix),
    downloadUrl: (path, rest) => of(path).downloadUrl(path, rest),
  };
}
