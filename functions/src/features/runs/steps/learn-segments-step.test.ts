import { beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, toInstant } from "../../../common/time.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import type { Account } from "../run-repository.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import {
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
import { SegmentPlans } from "../exports/segment-plans.js";
import { startRun } from "../lifecycle/start-run.js";
import { startScheduledRun } from "../lifecycle/start-scheduled-run.js";
import { getReport } from "../../reports/get-report.js";

type World = Awaited<ReturnType<typeof runWorld>>;

/** The project that other tests use, with an operating system on every row of both events. */
async function segmentedWorld() {
  const deps = await runWorld(["event_property_null_rate"]);
  const paying: Account = { activeRunId: null, billing: { ...initialBilling, hasPaymentMethod: true } };
  deps.db.set(workspaceId, "account", workspaceId, paying);
  deps.mixpanel.events = deps.mixpanel.events.map(({ event, properties }, index) => ({
    event,
    properties: { ...properties, $os: index % 3 === 0 ? "iOS" : "Android" },
  }));
  const exported: string[] = [];
  const { exportEvents } = deps.mixpanel;
  deps.mixpanel.exportEvents = (access) => {
    exported.push("export");
    return exportEvents.call(deps.mixpanel, access);
  };
  return { deps, exported };
}

const startAndDeliver = async (deps: World) => {
  const { id } = await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  return (await deps.runs.find(workspaceId, id))!;
};

describe("learning segments", () => {
  let deps: World;
  let exported: string[];
  beforeEach(async () => {
    ({ deps, exported } = await segmentedWorld());
  });

  it("reads the days once more on the first run, and says so", async () => {
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
    expect(exported).toHaveLength(6);
    expect([...steps].some((step) => step.startsWith("Reading past days once to learn segments"))).toBe(true);
    const plans = new SegmentPlans(deps.objects, workspaceId, project);
    const plan = await plans.read((await plans.latestKey())!);
    expect(plan.dimensions).toEqual([{ property: "$os", isNarrow: true }]);
    const counted = await new AggregateStore(deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(35);
    expect(counted.has(lastDay)).toBe(true);
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

  it("checks whole events when the days can't be read again, and tries again on the next run", async () => {
    const { exportEvents } = deps.mixpanel;
    deps.mixpanel.exportEvents = (access) => {
      if (exported.length >= 3) throw new MixpanelError("plan", "export", "402", { status: 402 });
      return exportEvents.call(deps.mixpanel, access);
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
    deps.mixpanel.exportEvents = exportEvents;
    const next = await startAndDeliver(deps);
    expect((await getReport(deps, workspaceId, next.id)).areSegmentsMissing).toBe(false);
    const counted = await new AggregateStore(deps.objects).daysWithSegments(workspaceId, project);
    expect(counted.size).toBe(35);
  });
});
