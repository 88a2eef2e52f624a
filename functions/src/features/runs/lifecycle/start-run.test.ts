import { describe, expect, it } from "vitest";
import { bob } from "../../../testing/tenants.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { rateLimits } from "../../../ports/rate-limiter.js";
import { AppError, isAppError } from "../../../common/errors.js";
import { minuteMs } from "../../../common/time.js";
import {
  connectionId,
  deliver,
  passTime,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { cancelRun } from "./cancel-run.js";
import { deleteRun } from "./delete-run.js";
import { listActiveRuns, listRuns, listSetupRuns } from "../../reports/list-runs.js";
import { startRun } from "./start-run.js";

describe("startRun", () => {
  it("makes one run when fifty starts arrive at once", async () => {
    const deps = await runWorld();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => startRun(deps, workspaceId, setupId)),
    );
    const started = outcomes.filter(({ status }) => status === "fulfilled");
    expect(started).toHaveLength(1);
    const [active] = await runsOf(deps);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({
          code: "run-already-active",
          details: { activeRunId: active!.id },
        });
    expect(deps.queue.of("executeFreeRun")).toHaveLength(1);
  });

  it("names the first reason that applies", async () => {
    const deps = await runWorld();
    const refused = async () => {
      const outcome = await startRun(deps, workspaceId, setupId).catch((error: unknown) => error);
      return isAppError(outcome) ? outcome.code : "started";
    };
    deps.db.set(workspaceId, "runs", "another", { id: "another", status: "running" });
    deps.db.set(workspaceId, "account", workspaceId, {
      activeRunId: "another",
      billing: { ...initialBilling, status: "free_quota_exhausted" },
    });
    await deps.connections.applyVerification(workspaceId, connectionId, 1, {
      status: "failed",
      verificationError: null,
    });
    await deps.setups.update(workspaceId, setupId, () => ({ status: "paused" }));
    await expect(startRun(deps, workspaceId, "unknown")).rejects.toMatchObject({ code: "not-found" });
    expect(await refused()).toBe("setup-paused");
    await deps.setups.update(workspaceId, setupId, () => ({ status: "active" }));
    expect(await refused()).toBe("connection-not-verified");
    await deps.connections.applyVerification(workspaceId, connectionId, 1, {
      status: "verified",
      verificationError: null,
    });
    expect(await refused()).toBe("run-already-active");
    deps.db.set(workspaceId, "account", workspaceId, {
      activeRunId: null,
      billing: { ...initialBilling, status: "free_quota_exhausted" },
    });
    expect(await refused()).toBe("upgrade-required");
    deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing: initialBilling });
    expect(await refused()).toBe("started");
  });

  it("does not find another tenant's setup", async () => {
    const deps = await runWorld();
    await expect(startRun(deps, bob, setupId)).rejects.toMatchObject({ code: "not-found" });
  });

  it.each([
    ["is gone", null],
    ["ended without freeing its slot", { id: "lost", status: "failed", nextSweepAt: null }],
  ])("isn't blocked forever by an active run that %s", async (_name, run) => {
    const deps = await runWorld();
    if (run) deps.db.set(workspaceId, "runs", "lost", run);
    const locked = { activeRunId: "lost", billing: { ...initialBilling, hasPaymentMethod: true } };
    deps.db.set(workspaceId, "account", workspaceId, locked);
    const { id } = await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "completed" });

    // The same goes for a scheduled run.
    deps.db.set(workspaceId, "account", workspaceId, locked);
    const due = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T09:00:00.000Z" };
    await deps.setups.update(workspaceId, setupId, () => due);
    await passTime(deps, 30);
    expect((await runsOf(deps)).find(({ trigger }) => trigger === "scheduled")).toMatchObject({
      status: "completed",
    });
  });

  it("counts only accepted starts against the rate limit", async () => {
    const deps = await runWorld();
    for (let start = 0; start < rateLimits.startRun.max; start++) {
      const { id } = await startRun(deps, workspaceId, setupId);
      await expect(startRun(deps, workspaceId, setupId)).rejects.toMatchObject({
        code: "run-already-active",
      });
      await cancelRun(deps, workspaceId, id, "ada@example.com");
    }
    await expect(startRun(deps, workspaceId, setupId)).rejects.toMatchObject({ code: "rate-limited" });
  });

  it.each(["by the library", "by the start"])(
    "makes one run when a lost commit is retried %s",
    async (by) => {
      const deps = await runWorld();
      const { transact } = deps.runs;
      let commits = 0;
      deps.runs.transact = async (workspaceId, work) => {
        const outcome = await transact(workspaceId, work);
        if (++commits > 1) return outcome;
        if (by === "by the library") return deps.runs.transact(workspaceId, work);
        throw new AppError("unavailable", "The commit was not answered.");
      };
      const { id } = await startRun(deps, workspaceId, setupId);
      expect((await runsOf(deps)).map((run) => run.id)).toEqual([id]);
      await passTime(deps);
      expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "completed" });
    },
  );

  it("leaves a run whose task couldn't be enqueued to the sweeper", async () => {
    const deps = await runWorld();
    deps.queue.isDown = true;
    const { id, status } = await startRun(deps, workspaceId, setupId);
    expect(status).toBe("pending");
    deps.queue.isDown = false;
    await passTime(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({ status: "completed" });
  });

  it("gives up a run whose workers die three times", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    const died = { holdsSlot: true, status: "running" as const, startedAt: "2026-11-18T12:00:00.000Z" };
    for (let attempt = 0; attempt < 3; attempt++) {
      await deps.runs.transact(workspaceId, async (tx) => {
        const run = (await tx.run(id))!;
        const lease = { owner: "dead", expiresAt: deps.clock.now().toISOString() };
        tx.saveRun({ ...run, ...died, attempt, lease, nextSweepAt: deps.clock.now().toISOString() });
      });
      if (attempt < 2) continue;
      deps.clock.advance(minuteMs);
    }
    await passTime(deps, 5);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "failed",
      error: { code: "interrupted" },
    });
    expect((await deps.runs.account(workspaceId)).activeRunId).toBeNull();
  });
});

describe("listed runs", () => {
  it("are active until they end, and can be deleted only then", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    expect(await listActiveRuns(deps, { workspaceId })).toMatchObject([{ id, status: "pending", setupId }]);
    await expect(deleteRun(deps, workspaceId, id)).rejects.toMatchObject({ code: "run-active" });
    await deliver(deps);
    expect(await listActiveRuns(deps, { workspaceId })).toEqual([]);
    await expect(cancelRun(deps, workspaceId, id, "ada@example.com")).rejects.toMatchObject({
      code: "run-not-active",
    });
    expect((await listRuns(deps, workspaceId, { limit: 10 })).items).toMatchObject([
      { id, status: "completed" },
    ]);
    expect((await listSetupRuns(deps, workspaceId, setupId, { limit: 10 })).items).toHaveLength(1);
    await expect(listSetupRuns(deps, workspaceId, "unknown", { limit: 10 })).rejects.toMatchObject({
      code: "not-found",
    });
    await deleteRun(deps, workspaceId, id);
    expect(deps.objects.paths(`workspaces/${workspaceId}/runs/`)).toEqual([]);
    expect(await deps.runs.detectors(workspaceId, id)).toEqual([]);
    await expect(deleteRun(deps, workspaceId, id)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a setup that is changed", () => {
  const due = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T09:00:00.000Z" };
  const change = (deps: Awaited<ReturnType<typeof runWorld>>) =>
    deps.setups.update(workspaceId, setupId, () => ({
      name: "Renamed",
      selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 14, thresholdPercent: 30 } }],
    }));

  it("or paused doesn't affect the active run", async () => {
    const deps = await runWorld(["event_count_change"]);
    const { id } = await startRun(deps, workspaceId, setupId);
    await change(deps);
    await deps.setups.update(workspaceId, setupId, () => ({ status: "paused" }));
    await deliver(deps);
    expect(await deps.runs.find(workspaceId, id)).toMatchObject({
      status: "completed",
      setup: { name: "Daily checks" },
      detectors: [{ key: "event_count_change" }],
    });
  });

  it("while its run is queued is checked as changed, and can't be deleted until then", async () => {
    const deps = await runWorld(["event_count_change"], due);
    deps.db.set(workspaceId, "account", workspaceId, {
      activeRunId: null,
      billing: { ...initialBilling, hasPaymentMethod: true },
    });
    await startRun(deps, workspaceId, setupId);
    await everyMinute(deps);
    await change(deps);
    await expect(deps.setups.delete(workspaceId, setupId)).rejects.toMatchObject({ code: "run-active" });
    await deliver(deps);
    expect((await runsOf(deps)).find(({ trigger }) => trigger === "scheduled")).toMatchObject({
      status: "completed",
      setup: { name: "Renamed" },
      detectors: [{ key: "event_stopped" }],
    });
    await deps.setups.delete(workspaceId, setupId);
    expect(await runsOf(deps)).toHaveLength(2);
  });

  it("has a queued run that can be cancelled without affecting the active one", async () => {
    const deps = await runWorld(["event_count_change"], due);
    const active = await startRun(deps, workspaceId, setupId);
    await everyMinute(deps);
    const waiting = (await runsOf(deps)).find(({ holdsSlot }) => !holdsSlot)!;
    expect(await cancelRun(deps, workspaceId, waiting.id, "ada@example.com")).toMatchObject({
      status: "cancelled",
    });
    expect((await deps.runs.account(workspaceId)).activeRunId).toBe(active.id);
    await deliver(deps);
    expect((await deps.runs.find(workspaceId, active.id))?.status).toBe("completed");
  });
});
