import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../../contract/detectors.js";
import { addDays, dayRange } from "../../../common/days.js";
import { openChunk, createExportProfiler } from "../../../profiler/index.js";
import { objectPaths } from "../../../common/object-paths.js";
import { dayMs, hourMs, minuteMs } from "../../../common/time.js";
import { mixpanelProjectHash } from "../../../ports/rate-limiter.js";
import { crashingAt } from "../../../testing/crashing.js";
import { packDay } from "../aggregates/day-file.js";
import { AggregateStore, connectionHashKey } from "./aggregate-store.js";
import {
  connectionId,
  lastDay,
  deliver,
  passTime,
  project,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { LargeProject } from "../../../testing/large-project.js";
import type { DaySpan } from "./export-ranges.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { cancelRun } from "../lifecycle/cancel-run.js";
import { startRun } from "../lifecycle/start-run.js";
import { getReport } from "../../reports/get-report.js";

const readingMs = 60_000;

async function world({
  dayTakes,
  isInOrder = true,
  shares,
  historyDays,
  timeZone = "UTC",
  checks = [],
}: {
  /** As a multiple of the time that a task may read. */
  dayTakes: number;
  isInOrder?: boolean;
  shares?: Record<string, number>;
  /** Days that the project's Mixpanel plan gives access to. */
  historyDays?: number;
  timeZone?: string;
  /** Checks in addition to the one that reads exports. */
  checks?: DetectorKey[];
}) {
  const deps = await runWorld([...checks, "event_property_null_rate"]);
  deps.db.set(workspaceId, "account", workspaceId, {
    activeRunId: null,
    billing: { ...initialBilling, hasPaymentMethod: true },
  });
  const connection = await deps.connections.get(workspaceId, connectionId);
  await deps.connections.applyVerification(workspaceId, connectionId, 1, {
    status: "verified",
    verificationError: null,
    capabilities: { ...connection.capabilities!, timeZone, historyDays: historyDays ?? null },
  });
  const large = new LargeProject(deps, dayTakes * readingMs, isInOrder, shares);
  large.countedDays = dayRange(addDays(lastDay, -69), lastDay);
  large.serve();
  return { deps, large, timeZone };
}

const manyEvents = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Event ${at}`, 2 + (at % 5)]));

type World = Awaited<ReturnType<typeof world>>;

async function run({ deps }: World) {
  const { id } = await startRun(deps, workspaceId, setupId);
  await passTime(deps, 3_000);
  return (await deps.runs.find(workspaceId, id))!;
}

/** Days whose stored bytes differ from those of a single export. */
async function wrongDays({ deps, large, timeZone }: World, { from, to }: DaySpan): Promise<string[]> {
  const hashKey = connectionHashKey(deps.settings.hashKey, workspaceId, connectionId);
  const wrong: string[] = [];
  for (const day of dayRange(from, to)) {
    const clock = { exportTimeBasis: "utc", timeZone } as const;
    const profiler = createExportProfiler({ ...clock, days: { from: day, to: day }, hashKey });
    // For a project west of Greenwich, a day ends on the next UTC day.
    for (const utcDay of [day, addDays(day, 1)]) profiler.push(large.linesOf(utcDay));
    const stored = await deps.objects.read(objectPaths.day(workspaceId, project, day));
    if (!packDay(profiler.end().day(day)).equals(stored!)) wrong.push(day);
  }
  return wrong;
}

const bytesRatio = ({ large }: World, { from, to }: DaySpan) => large.bytesSent / large.bytesOf(from, to);

describe("a project that is too large for a task's time", () => {
  it.each([
    ["by days, in order", 0.3, true, 36],
    ["by days, unordered", 0.3, false, 36],
    ["by groups of events, in order", 1.7, true, 36],
    ["by groups of events, unordered", 1.7, false, 16],
    // 100 million events of 720 bytes take two hours at 10 MB/s.
    ["by many groups of events, unordered", 5, false, 12, manyEvents],
  ])(
    "is split %s: it reads little twice and ends with the same bytes",
    async (_name, dayTakes, isInOrder, historyDays, shares?: Record<string, number>) => {
      const split = await world({ dayTakes, isInOrder, historyDays, ...(shares && { shares }) });
      const ended = await run(split);
      const days = ended.plan!.aggregateDays!;
      expect(ended).toMatchObject({ status: "completed", error: null });
      expect(await wrongDays(split, days)).toEqual([]);
      expect(bytesRatio(split, days)).toBeLessThanOrEqual(1.2);
    },
  );

  it("is counted by segments as it is split, since a sample of its days is small", async () => {
    const split = await world({ dayTakes: 0.3, historyDays: 36 });
    // A third of a day is sampled.
    split.large.eventsPerRow = 1_500;
    const ended = await run(split);
    expect(ended).toMatchObject({ status: "completed", plan: { areSegmentsMissing: false } });
    const counted = await new AggregateStore(split.deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(35);
    expect(bytesRatio(split, ended.plan!.aggregateDays!)).toBeLessThanOrEqual(1.2);
  });
});

describe("a large project whose days aren't UTC days", () => {
  const timeZone = "America/New_York";

  it.each([
    ["that Mixpanel filters by time", 0, false, 16, 1.2],
    ["that Mixpanel filters by another time zone", 5 * 3_600, false, 9, 3.5],
    ["that Mixpanel does not filter", 0, true, 9, 2.5],
  ])("reads all rows of days %s", async (_name, filterShiftSeconds, refusesFilters, historyDays, most) => {
    for (const [dayTakes, isInOrder] of [
      [0.3, true],
      [1.1, true],
    ] as const) {
      const split = await world({ dayTakes, isInOrder, historyDays, timeZone });
      Object.assign(split.large, { filterShiftSeconds, refusesFilters });
      const ended = await run(split);
      expect(ended).toMatchObject({ status: "completed", error: null });
      const days = ended.plan!.aggregateDays!;
      expect(await wrongDays(split, days)).toEqual([]);
      expect(bytesRatio(split, days)).toBeLessThanOrEqual(most);
    }
  });
});

/** Seven days, each in two or three groups. */
const smallHistory = { dayTakes: 1.7, historyDays: 8 };

describe("a run whose days are read in groups of events", () => {
  it("ends the same wherever a worker dies, and charges once", async () => {
    const healthy = await world(smallHistory);
    const counting = crashingAt(healthy.deps, Infinity, true);
    await startRun(healthy.deps, workspaceId, setupId);
    for (let minute = 0; minute < 60; minute++) {
      await deliver(healthy.deps, { using: counting.deps });
      healthy.deps.clock.advance(minuteMs);
    }
    const [expected] = await runsOf(healthy.deps);
    expect(expected).toMatchObject({ status: "completed" });
    expect(counting.calls()).toBeGreaterThan(100);

    for (let call = 1; call <= counting.calls(); call += 31) {
      const crashed = await world(smallHistory);
      const before = call % 2 === 0;
      const { id } = await startRun(crashed.deps, workspaceId, setupId);
      const { deps } = crashingAt(crashed.deps, call, before);
      for (let minute = 0; minute < 60; minute++) {
        await deliver(crashed.deps, { using: deps }).catch(() => undefined);
        crashed.deps.clock.advance(minuteMs);
      }
      await passTime(crashed.deps, 300);
      const found = (await crashed.deps.runs.find(workspaceId, id))!;
      const { status, rowsAnalysed, summary } = expected!;
      expect(found, `crash at call ${call}, before: ${before}`).toMatchObject({
        status,
        rowsAnalysed,
        summary,
      });
      expect(await wrongDays(crashed, found.plan!.aggregateDays!)).toEqual([]);
      expect(crashed.deps.db.all(workspaceId, "usage")).toHaveLength(1);
      expect(crashed.deps.objects.paths(objectPaths.runWork(workspaceId, id))).toEqual([]);
    }
  });

  it("stops wherever it is cancelled, and leaves nothing behind", async () => {
    for (const exports of [1, 2, 3, 4, 6]) {
      const { deps, large } = await world(smallHistory);
      const { id } = await startRun(deps, workspaceId, setupId);
      deps.mixpanel.before = async (call) => {
        if (call === "exportEvents" && large.exports.length === exports)
          await cancelRun(deps, workspaceId, id, "ada@example.com").catch(() => undefined);
      };
      await passTime(deps, 30);
      expect((await runsOf(deps))[0]).toMatchObject({ status: "cancelled", parts: [] });
      expect(large.exports.length).toBeLessThanOrEqual(exports + 1);
      expect(deps.objects.paths(objectPaths.run(workspaceId, id))).toEqual([]);
      expect(deps.db.all(workspaceId, "usage")).toEqual([]);
    }
  });

  it("shows each day as read once, and ignores repeated tasks", async () => {
    const { deps } = await world(smallHistory);
    const { id } = await startRun(deps, workspaceId, setupId);
    const seen: number[] = [];
    const { transact } = deps.runs;
    deps.runs.transact = async (tenant, work) => {
      const result = await transact(tenant, work);
      const stored = (await deps.runs.find(tenant, id))!;
      if (stored.parts.some(({ status, split }) => split && status === "pending")) {
        expect(stored.progress.total).toBe(7);
        seen.push(stored.progress.done);
      }
      return result;
    };
    for (let minute = 0; minute < 60; minute++) {
      await deliver(deps, { times: 2 });
      deps.clock.advance(minuteMs);
    }
    expect((await runsOf(deps))[0]).toMatchObject({ status: "completed" });
    expect(seen).toContain(6);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it("waits for the hour to pass when the project's share of exports is used up", async () => {
    const tested = await world({ dayTakes: 1.7, isInOrder: false, historyDays: 16 });
    const { deps, large } = tested;
    const owner = mixpanelProjectHash(project.region, project.projectId);
    for (let used = 0; used < 30; used++) await deps.rateLimiter.use(owner, "splitExport");
    const ended = await run(tested);
    expect(ended).toMatchObject({ status: "completed", error: null });
    const most = large.exports.map(
      ({ atMs }) => large.exports.filter((each) => each.atMs >= atMs && each.atMs < atMs + hourMs).length,
    );
    // Exports of the three parts before they were split come on top; the run's own budget limits them.
    expect(Math.max(...most)).toBeLessThanOrEqual(43);
    expect(ended.requestsUsed.export).toBeGreaterThan(30);
    expect(large.exports.at(-1)!.atMs - large.exports[0]!.atMs).toBeGreaterThan(hourMs / 2);
  });

  it("reads names that only the Query API or the last sync has, and no excluded ones", async () => {
    const shares = { Huge: 50, "Never seen before": 1, Secret: 49 };
    const tested = await world({ ...smallHistory, shares });
    const { deps } = tested;
    await deps.schema.changeExclusions(workspaceId, connectionId, [
      { kind: "event", event: "Secret", isExcluded: true },
    ]);
    const ended = await run(tested);
    expect(ended).toMatchObject({ status: "completed" });
    const store = new AggregateStore(deps.objects);
    const { from, to } = ended.plan!.aggregateDays!;
    for (const day of dayRange(from, to)) {
      const [chunk] = await store.chunks(workspaceId, project, day);
      expect([...openChunk(chunk!).events.keys()]).toEqual(["Huge", "Never seen before"]);
    }
  });

  it("continues without an event that is too large by itself, and says so", async () => {
    const shares = { Huge: 300, Small: 9, Tiny: 4 };
    const tested = await world({ dayTakes: 1.7, historyDays: 8, shares });
    const { deps, large } = tested;
    const first = await run(tested);
    expect(first).toMatchObject({ status: "completed", error: null, plan: { tooLargeEvents: ["Huge"] } });
    expect((await getReport(deps, workspaceId, first.id)).tooLargeEvents).toEqual(["Huge"]);
    const store = new AggregateStore(deps.objects);
    const { from, to } = first.plan!.aggregateDays!;
    const others = new LargeProject(deps, 0, true, { Small: 9, Tiny: 4 });
    const eventsOn = async (day: string) => {
      const [chunk] = await store.chunks(workspaceId, project, day);
      return openChunk(chunk!).events;
    };
    for (const day of dayRange(from, to))
      expect([...(await eventsOn(day)).keys()]).toEqual(["Small", "Tiny"]);

    // Later runs read the newest days of the other events, and nothing of the large one.
    large.bytesSent = 0;
    large.exports.length = 0;
    deps.clock.advance(3 * hourMs);
    const second = await run(tested);
    expect(second).toMatchObject({ status: "completed", plan: { tooLargeEvents: ["Huge"] } });
    expect(large.bytesSent / others.bytesOf(addDays(to, -4), to)).toBeLessThanOrEqual(1.2);
    expect(large.exports).toHaveLength(5);

    // After a while it is tried again.
    deps.clock.advance(31 * dayMs);
    large.countedDays = dayRange(addDays(lastDay, -69), addDays(lastDay, 40));
    large.msPerDay = readingMs / 10;
    large.serve();
    const third = await run(tested);
    expect(third).toMatchObject({ status: "completed", plan: { tooLargeEvents: [] } });
    expect([...(await eventsOn(third.plan!.lastDay)).keys()]).toEqual(["Huge", "Small", "Tiny"]);
  });

  it("counts an event that is too large to read", async () => {
    const shares = { Huge: 300, Small: 9 };
    const tested = await world({ dayTakes: 1.7, historyDays: 30, shares, checks: ["event_count_change"] });
    const { deps } = tested;
    const stopped = new Map(dayRange(addDays(lastDay, -69), addDays(lastDay, -3)).map((day) => [day, 600]));
    deps.mixpanel.counts.set("Huge", stopped);
    const ended = await run(tested);
    expect(ended).toMatchObject({ status: "completed", plan: { tooLargeEvents: ["Huge"] } });
    const report = await getReport(deps, workspaceId, ended.id);
    const rows = report.detectors.flatMap(({ topRows }) => topRows);
    expect(rows).toContainEqual(expect.objectContaining({ entity: "Huge", severity: "alert" }));
  });

  it("ends once when two workers find the same event too large and one of them dies", async () => {
    const shares = { Huge: 300, Small: 9, Tiny: 4 };
    const tested = await world({ dayTakes: 1.7, historyDays: 8, shares });
    const { deps } = tested;
    const { id } = await startRun(deps, workspaceId, setupId);
    const { write } = deps.objects;
    let dies = true;
    deps.objects.write = async (path, ...rest) => {
      await write.call(deps.objects, path, ...rest);
      if (!dies || !path.endsWith("too-large-events.json")) return;
      dies = false;
      throw new Error("the worker died");
    };
    await passTime(deps, 3_000);
    const ended = (await deps.runs.find(workspaceId, id))!;
    expect(ended).toMatchObject({ status: "completed", plan: { tooLargeEvents: ["Huge"] } });
    expect(deps.db.all(workspaceId, "usage")).toHaveLength(1);
  });

  it("fails and says what to do when every event is too large", async () => {
    const tested = await world({ ...smallHistory, shares: { Huge: 100 } });
    const { deps } = tested;
    const ended = await run(tested);
    expect(ended).toMatchObject({ status: "failed", error: { code: "event-too-large" } });
    expect(deps.db.all(workspaceId, "usage")).toEqual([]);
    // The next run requests no exports.
    tested.large.exports.length = 0;
    deps.clock.advance(3 * hourMs);
    expect(await run(tested)).toMatchObject({ status: "failed", error: { code: "event-too-large" } });
    expect(tested.large.exports).toEqual([]);
  });
});
