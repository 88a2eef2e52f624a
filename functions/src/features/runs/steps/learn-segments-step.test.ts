import { beforeEach, describe, expect, it } from "vitest";
import { addDays } from "../../../common/days.js";
import { objectPaths } from "../../../common/object-paths.js";
import { dayIn, dayMs, hourMs, secondMs, toInstant } from "../../../common/time.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { crashingAt } from "../../../testing/crashing.js";
import {
  addPaymentMethod,
  deliver,
  lastDay,
  passTime,
  project,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { AggregateStore } from "../exports/aggregate-store.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import { startRun } from "../lifecycle/start-run.js";
import { startScheduledRun } from "../lifecycle/start-scheduled-run.js";
import { getReport } from "../../reports/get-report.js";

type World = Awaited<ReturnType<typeof runWorld>>;

/**
 * The project that other tests use, with an operating system on every row of both events. `exported` has the rows that each
 * export sent.
 */
async function segmentedWorld() {
  const deps = await runWorld(["event_property_null_rate"]);
  addPaymentMethod(deps);
  deps.mixpanel.events = deps.mixpanel.events.map(({ event, properties }, index) => ({
    event,
    properties: { ...properties, $os: index % 3 === 0 ? "iOS" : "Android" },
  }));
  return { deps, ...reading(deps) };
}

/** Counts the rows of exports. */
function reading({ mixpanel }: World) {
  const { events } = mixpanel;
  const dayOf = ({ properties }: (typeof events)[number]) =>
    dayIn("UTC", new Date(Number(properties.time) * secondMs));
  const rowsOf = (from: string, to: string) =>
    events.filter((event) => dayOf(event) >= from && dayOf(event) <= to);
  const exported: number[] = [];
  mixpanel.eventsOf = ({ from, to }) => {
    const rows = rowsOf(from, to);
    exported.push(rows.length);
    return rows;
  };
  return { exported, rowsOf };
}

const startAndDeliver = async (deps: World) => {
  const { id } = await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  return (await deps.runs.find(workspaceId, id))!;
};

describe("learning segments", () => {
  let deps: World;
  let exported: number[];
  let rowsOf: Awaited<ReturnType<typeof segmentedWorld>>["rowsOf"];
  beforeEach(async () => {
    ({ deps, exported, rowsOf } = await segmentedWorld());
  });

  it("chooses segments from four days on the first run, and then reads all days once", async () => {
    const steps = new Set<string>();
    const { transact } = deps.runs;
    const { id } = await startRun(deps, workspaceId, setupId);
    deps.runs.transact = async (tenant, work) => {
      const result = await transact(tenant, work);
      steps.add((await deps.runs.find(tenant, id))!.progress.step);
      return result;
    };
    await deliver(deps);
    const run = (await deps.runs.find(workspaceId, id))!;
    expect(run.status).toBe("completed");
    expect(exported).toHaveLength(4 + 3);
    const rows = rowsOf(addDays(lastDay, -34), lastDay).length;
    expect(exported.reduce((sum, read) => sum + read, 0) / rows).toBeLessThanOrEqual(1.2);
    expect(steps).toContain("Reading a few days to choose segments");
    expect([...steps].some((step) => step.startsWith("Reading past days once"))).toBe(false);
    expect(await getReport(deps, workspaceId, id)).toMatchObject({
      areSegmentsMissing: false,
      segmentProperties: ["$os"],
    });
    const plans = new SegmentPlans(deps.objects, workspaceId, project);
    const plan = await plans.read((await plans.latest()).segmentsKey!);
    expect(plan.dimensions).toEqual([{ property: "$os", isNarrow: true }]);
    const counted = await new AggregateStore(deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(35);
    expect(counted.has(lastDay)).toBe(true);
  });

  it("ends the same if a worker dies while it reads a sample, and reads no range again", async () => {
    const filesOf = (world: World) => world.objects.snapshot(objectPaths.days(workspaceId, project));
    const healthy = crashingAt(deps, Infinity, true);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps, { using: healthy.deps });
    const whole = filesOf(deps);
    const calls = healthy.kinds().flatMap((kind, at) => (kind.startsWith("mixpanel.export") ? [at + 1] : []));
    expect(calls).toHaveLength(4 + 3);
    const choosing =
      healthy.kinds().findIndex((kind) => /^objects\.write .*segments\/latest\.json/.test(kind)) + 1;
    for (const [call, before] of [
      [calls[0]!, true],
      [calls[3]!, false],
      [choosing, false],
    ] as const) {
      ({ deps, exported, rowsOf } = await segmentedWorld());
      const { id } = await startRun(deps, workspaceId, setupId);
      const crashing = crashingAt(deps, call, before);
      await deliver(deps, { using: crashing.deps }).catch(() => undefined);
      await passTime(deps);
      expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "completed" });
      expect(filesOf(deps)).toEqual(whole);
      expect(exported.length).toBeLessThanOrEqual(2 * 4 + 3);
    }
  });

  it("waits with a sample that Mixpanel's hourly limit stops, and reads all days once then, too", async () => {
    const { before } = deps.mixpanel;
    let refusals = 1;
    deps.mixpanel.before = async (call, ...rest) => {
      if (call === "exportEvents" && refusals-- > 0)
        throw new MixpanelError("hourly-limit", "export", "429", { status: 429 });
      await before?.(call, ...rest);
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect((await deps.runs.find(workspaceId, id))!.status).toBe("completed");
    expect(exported).toHaveLength(4 + 3);
    expect((await getReport(deps, workspaceId, id)).areSegmentsMissing).toBe(false);
  });

  it("reads only the newest days on the runs after that", async () => {
    await startAndDeliver(deps);
    exported.length = 0;
    deps.clock.advance(dayMs);
    await startAndDeliver(deps);
    expect(exported).toHaveLength(1);
    const counted = await new AggregateStore(deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(36);
  });

  it("reads and learns nothing on hourly runs over the same days, except late events once, 12 hours after the day", async () => {
    await startAndDeliver(deps);
    const due = { scheduleCron: "0 * * * *", nextRunAt: toInstant(deps.clock.now()) };
    await deps.setups.update(workspaceId, setupId, () => due);
    const hours: number[] = [];
    const learnedAt: number[] = [];
    const write = deps.objects.write.bind(deps.objects);
    deps.objects.write = (path, ...rest) => {
      if (path.endsWith("/segments/latest.json")) learnedAt.push(deps.clock.now().getUTCHours());
      return write(path, ...rest);
    };
    for (let hour = 0; hour < 24; hour++) {
      deps.clock.advance(hourMs);
      exported.length = 0;
      const { nextRunAt } = (await deps.setups.find(workspaceId, setupId))!;
      await startScheduledRun(deps, workspaceId, { id: setupId, nextRunAt }, { isUnmanaged: false });
      await deliver(deps);
      if (exported.length > 0) hours.push(deps.clock.now().getUTCHours());
    }
    expect((await runsOf(deps)).map(({ status }) => status)).toEqual(Array(25).fill("completed"));
    // The day ends at 05:00 UTC in New York.
    expect(hours.sort((x, y) => x - y)).toEqual([5, 17]);
    expect(learnedAt.sort((x, y) => x - y)).toEqual([5, 17]);
    exported.length = 0;
    await startAndDeliver(deps);
    expect(exported).toHaveLength(1);
  });

  it("reads the baseline once more when a person has chosen other segments, and takes the choice back the same way", async () => {
    deps.mixpanel.events = deps.mixpanel.events.map(({ event, properties }, index) => ({
      event,
      properties: { ...properties, status: index % 2 === 0 ? "ok" : "failed", user: `u${index}` },
    }));
    ({ rowsOf, exported } = reading(deps));
    await startAndDeliver(deps);
    const reportAfter = async (segmentBy: string[] | null) => {
      await deps.schema.changeExclusions(workspaceId, project.id, [], undefined, segmentBy);
      exported.length = 0;
      const { id } = await startRun(deps, workspaceId, setupId);
      await passTime(deps);
      const report = await getReport(deps, workspaceId, id);
      expect(report.areSegmentsMissing).toBe(false);
      const read =
        exported.reduce((sum, rows) => sum + rows, 0) / rowsOf(addDays(lastDay, -34), lastDay).length;
      return { segments: report.segmentProperties, isBaselineRead: read > 0.9 };
    };
    expect(await reportAfter(["status"])).toEqual({ segments: ["status"], isBaselineRead: true });
    expect(await reportAfter(["status"])).toEqual({ segments: ["status"], isBaselineRead: false });
    // It has as many values as there are rows, so it divides no event.
    expect(await reportAfter(["status", "user"])).toEqual({ segments: ["status"], isBaselineRead: false });
    expect(await reportAfter(["user"])).toEqual({ segments: [], isBaselineRead: false });
    const write = deps.objects.write.bind(deps.objects);
    let deaths = 0;
    deps.objects.write = async (path, ...rest) => {
      await write(path, ...rest);
      if (path.endsWith("/segments/latest.json") && deaths++ === 0) throw new Error("the worker died");
    };
    expect(await reportAfter(null)).toEqual({ segments: ["$os"], isBaselineRead: true });
    expect(deaths).toBe(2);
  });

  it("checks whole events when neither a sample nor the days can be read for segments, and tries again on the next run", async () => {
    const { before } = deps.mixpanel;
    let exports = 0;
    deps.mixpanel.before = async (call) => {
      const isOfRange = exports > 0 && exports <= 3;
      if (call === "exportEvents" && ++exports && !isOfRange)
        throw new MixpanelError("plan", "export", "402", { status: 402 });
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    await passTime(deps);
    expect(await getReport(deps, workspaceId, id)).toMatchObject({
      status: "completed",
      summary: { alerts: 1 },
      areSegmentsMissing: true,
    });
    const [mail] = deps.mailer.sent;
    expect(mail!.text).toContain("Some past days aren't counted by segment yet");
    deps.mixpanel.before = before;
    const next = await startAndDeliver(deps);
    expect((await getReport(deps, workspaceId, next.id)).areSegmentsMissing).toBe(false);
    const counted = await new AggregateStore(deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(35);
  });
});
