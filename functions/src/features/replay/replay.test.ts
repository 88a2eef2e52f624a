import { beforeEach, describe, expect, it } from "vitest";
import type { SelectedDetector } from "../../contract/detectors.js";
import { addDays } from "../../common/days.js";
import { hourMs } from "../../common/time.js";
import { objectPaths } from "../../common/object-paths.js";
import { listAll } from "../../ports/object-store.js";
import { handleTask } from "../../entry/task-handlers.js";
import type { TestDependencies } from "../../testing/dependencies.js";
import {
  connectionId,
  deliver,
  lastDay,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../testing/run-world.js";
import { startRun } from "../runs/lifecycle/start-run.js";
import { getReplay, startReplay, stopReplay } from "./start-replay.js";
import { deleteSetup } from "../setups/manage-setups.js";

const detectors = (thresholdPercent = 30): SelectedDetector[] => [
  { key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent } },
  { key: "event_property_null_rate", settings: { checkBackDays: 7, thresholdPercent } },
];
const start = (deps: TestDependencies, thresholdPercent?: number) =>
  startReplay(deps, workspaceId, {
    connectionId,
    selectedDetectors: detectors(thresholdPercent),
    days: 28,
  });
const stored = async (deps: TestDependencies) =>
  (await listAll(deps.objects, objectPaths.replays(workspaceId, project))).map(({ path }) => path);
const tasks = (deps: TestDependencies) => deps.queue.tasks.filter(({ name }) => name === "runReplay");

let deps: TestDependencies;
beforeEach(async () => {
  deps = await runWorld();
  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
});

describe("a replay", () => {
  it("evaluates each day that has three weeks before it, and says which days don't", async () => {
    const calls = [...deps.mixpanel.calls];
    const { id, status } = await start(deps);
    expect(status).toBe("running");
    await deliver(deps);
    const replay = await getReplay(deps, workspaceId, id);
    expect(replay).toMatchObject({ status: "done", progress: { done: 28, total: 28 } });
    expect(replay.days).toHaveLength(28);
    expect(replay.days.at(-1)).toMatchObject({ day: lastDay, status: "complete", missing: [] });
    // The first run read 35 days of properties; the Query API returned nine weeks of counts.
    expect(replay.dataFrom).toBe(addDays(lastDay, -34));
    expect(replay.days.at(-9)).toMatchObject({ status: "limited", missing: ["event_property_null_rate"] });
    expect(replay.days.at(-8)).toMatchObject({ status: "limited", missing: [] });
    const told = replay.days.flatMap(({ day, findings }) =>
      findings.map(({ detector, entity }) => [day, detector, entity]),
    );
    expect(told).toEqual([
      [addDays(lastDay, -2), "event_property_null_rate", "plan"],
      [addDays(lastDay, -1), "event_count_change", "Purchase"],
    ]);
    expect(deps.mixpanel.calls).toEqual(calls);
  });

  it("is computed only once, however often it is requested", async () => {
    const first = await start(deps);
    const second = await start(deps);
    expect(second.id).toBe(first.id);
    await deliver(deps, { times: 2 });
    expect(await start(deps)).toMatchObject({ id: first.id, status: "done" });
    expect(tasks(deps)).toHaveLength(1);
  });

  it("is a different one for other settings, and after a run has read new data", async () => {
    const { id } = await start(deps);
    const other = await start(deps, 40);
    expect(other.id).not.toBe(id);
    await deliver(deps);
    expect(await getReplay(deps, workspaceId, id)).toMatchObject({ status: "done" });
    expect(await getReplay(deps, workspaceId, other.id)).toMatchObject({ status: "done" });
    deps.clock.advance(hourMs);
    const day = objectPaths.day(workspaceId, project, lastDay);
    const bytes = (await deps.objects.read(day))!;
    const { metadata } = (await listAll(deps.objects, day))[0]!;
    await deps.objects.write(day, bytes, { contentType: "application/octet-stream", metadata });
    expect((await start(deps)).id).not.toBe(id);
  });

  it("gives the same result with another threshold, whether its suspects were known or not", async () => {
    await start(deps);
    await deliver(deps);
    const { id } = await start(deps, 35);
    await deliver(deps);
    const known = await getReplay(deps, workspaceId, id);
    await deps.objects.deletePrefix(objectPaths.replays(workspaceId, project));
    await start(deps, 35);
    await deliver(deps);
    expect((await getReplay(deps, workspaceId, id)).days).toEqual(known.days);
  });

  it("ends at once and says so if no run has read anything", async () => {
    const fresh = await runWorld();
    const replay = await start(fresh);
    expect(replay).toMatchObject({ status: "done", dataFrom: null });
    expect(replay.days).toEqual([]);
    expect(tasks(fresh)).toHaveLength(0);
  });

  it("stops when it is told to, and leaves nothing behind", async () => {
    const { id } = await start(deps);
    await stopReplay(deps, workspaceId, id);
    await deliver(deps);
    await expect(getReplay(deps, workspaceId, id)).rejects.toMatchObject({ code: "not-found" });
    expect(await stored(deps)).toEqual([]);
    await stopReplay(deps, workspaceId, id);
    // After it is started again, the worker of the first start leaves it alone.
    const again = await start(deps);
    const [first] = tasks(deps);
    await handleTask(deps, "runReplay", first!.payload, { retryCount: 0 });
    expect(await getReplay(deps, workspaceId, again.id)).toMatchObject({ status: "running" });
    await deliver(deps);
    expect(await getReplay(deps, workspaceId, id)).toMatchObject({ status: "done" });
  });

  it("fails when its worker fails twice or dies, and can be started again", async () => {
    const { id } = await start(deps);
    const broken = {
      ...deps,
      incidents: { ...deps.incidents, annotated: () => Promise.reject(new Error("no")) },
    };
    const [task] = tasks(deps);
    await expect(handleTask(broken, "runReplay", task!.payload, { retryCount: 0 })).rejects.toThrow("no");
    await handleTask(broken, "runReplay", task!.payload, { retryCount: 1 });
    expect(await getReplay(deps, workspaceId, id)).toMatchObject({ status: "failed" });
    expect(await start(deps)).toMatchObject({ id, status: "running" });
    deps.clock.advance(hourMs);
    expect(await getReplay(deps, workspaceId, id)).toMatchObject({ status: "failed" });
    await start(deps);
    await deliver(deps);
    expect(await getReplay(deps, workspaceId, id)).toMatchObject({ status: "done" });
  });

  it("is deleted with its setup, and with its connection even while it is being computed", async () => {
    await start(deps);
    await deliver(deps);
    expect(await stored(deps)).not.toEqual([]);
    await deleteSetup(deps, workspaceId, setupId, undefined);
    expect(await stored(deps)).toEqual([]);
    // The connection and its objects are deleted while the worker evaluates. What the worker writes then must not stay.
    await start(deps);
    const incidents: TestDependencies["incidents"] = {
      ...deps.incidents,
      annotated: async (...args) => {
        await deps.connections.delete(workspaceId, connectionId);
        return deps.incidents.annotated(...args);
      },
    };
    await deliver(deps, { using: { ...deps, incidents } });
    expect(await stored(deps)).toEqual([]);
  });

  it("is rate-limited, so that nobody can keep the workers busy", async () => {
    for (let percent = 1; percent <= 60; percent++) await start(deps, percent);
    await expect(start(deps, 61)).rejects.toMatchObject({ code: "rate-limited" });
    expect(await start(deps, 60)).toMatchObject({ status: "running" });
  });
});
