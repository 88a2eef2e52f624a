import type { WorkspaceId } from "../contract/workspaces.js";
import { describe, expect, it } from "vitest";
import { initialBilling } from "../features/billing/account/run-permission.js";
import { dayMs, hourMs, minuteMs, toInstant } from "../common/time.js";
import type { SetupRecord } from "../features/setups/setup-repository.js";
import {
  addPaymentMethod,
  connectionId,
  deliver,
  passTime,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../testing/run-world.js";
import { startRun } from "../features/runs/lifecycle/start-run.js";
import { everyMinute } from "./every-minute.js";
import { newWorkspace } from "../testing/tenants.js";

const daily = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T09:00:00.000Z" };

/** The clock is at noon, three hours after the setup was due. */
async function scheduledWorld(setup: Parameters<typeof runWorld>[1] = daily) {
  const deps = await runWorld(["event_count_change"], setup);
  addPaymentMethod(deps);
  return deps;
}

describe("everyMinute", () => {
  it("starts a due setup once, however many ticks come at once, and sets its next due time", async () => {
    const deps = await scheduledWorld();
    await Promise.all(Array.from({ length: 10 }, () => everyMinute(deps)));
    expect(await runsOf(deps)).toMatchObject([
      { trigger: "scheduled", scheduledFor: daily.nextRunAt, holdsSlot: true },
    ]);
    expect((await deps.setups.get(workspaceId, setupId)).nextRunAt).toBe("2026-11-19T09:00:00.000Z");
    expect(deps.queue.of("executeRun")).toHaveLength(1);
  });

  it("starts one run for several missed due times", async () => {
    const deps = await scheduledWorld({ ...daily, nextRunAt: "2026-11-10T09:00:00.000Z" });
    await everyMinute(deps);
    await everyMinute(deps);
    expect(await runsOf(deps)).toHaveLength(1);
    expect((await deps.setups.get(workspaceId, setupId)).nextRunAt).toBe("2026-11-19T09:00:00.000Z");
  });

  it("doesn't harm a run when a slow clock makes its due time due again", async () => {
    const deps = await scheduledWorld();
    await everyMinute(deps);
    const [first] = await runsOf(deps);
    await deps.setups.update(workspaceId, setupId, () => ({ nextRunAt: daily.nextRunAt }));
    deps.clock.advance(minuteMs);
    await everyMinute(deps);
    expect(await deps.runs.find(workspaceId, first!.id)).toEqual(first);
    await passTime(deps, 20);
    expect((await runsOf(deps)).map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect((await deps.runs.account(workspaceId)).activeRunId).toBeNull();
  });

  it("leaves alone setups that are paused or due later", async () => {
    const deps = await scheduledWorld({ ...daily, nextRunAt: "2026-11-18T12:01:00.000Z" });
    await everyMinute(deps);
    await deps.setups.update(workspaceId, setupId, () => ({ status: "paused" }));
    deps.clock.advance(hourMs);
    await everyMinute(deps);
    expect(await runsOf(deps)).toEqual([]);
  });

  it("queues a scheduled run behind the active one and starts it when that ends", async () => {
    const deps = await scheduledWorld();
    const manual = await startRun(deps, workspaceId, setupId);
    await everyMinute(deps);
    const waiting = (await runsOf(deps)).find(({ id }) => id !== manual.id)!;
    expect(waiting).toMatchObject({ status: "pending", holdsSlot: false });
    await deliver(deps);
    expect((await runsOf(deps)).map(({ status }) => status)).toEqual(["completed", "completed"]);
  });

  it("keeps one queued run per setup, not one per due time", async () => {
    const deps = await scheduledWorld({ scheduleCron: "* * * * *", nextRunAt: "2026-11-18T12:00:00.000Z" });
    await startRun(deps, workspaceId, setupId);
    for (let minute = 0; minute < 5; minute++) {
      await everyMinute(deps);
      deps.clock.advance(minuteMs);
    }
    expect((await runsOf(deps)).filter(({ holdsSlot }) => !holdsSlot)).toHaveLength(1);
  });

  it("records a refused start as one failed run, counts repeats on it and sends one email per cause", async () => {
    const deps = await scheduledWorld();
    await deps.connections.applyVerification(workspaceId, connectionId, 1, {
      status: "failed",
      verificationError: null,
    });
    for (let day = 0; day < 3; day++) {
      await everyMinute(deps);
      await deliver(deps);
      deps.clock.advance(dayMs);
    }
    expect((await runsOf(deps)).map(({ status, error }) => [status, error?.code])).toEqual([
      ["failed", "connection-not-verified"],
    ]);
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual(["Scheduled run failed: Daily checks"]);

    deps.db.set(workspaceId, "account", workspaceId, {
      activeRunId: null,
      billing: { ...initialBilling, status: "free_quota_exhausted" },
    });
    await deps.connections.applyVerification(workspaceId, connectionId, 1, {
      status: "verified",
      verificationError: null,
    });
    await everyMinute(deps);
    await deliver(deps);
    expect(deps.mailer.sent).toHaveLength(2);
    expect(deps.mailer.sent[1]!.text).toContain("payment method");
    expect((await deps.setups.get(workspaceId, setupId)).nextRunAt).not.toBeNull();
  });

  it("cancels a queued run whose setup was paused before it could start", async () => {
    const deps = await scheduledWorld();
    await startRun(deps, workspaceId, setupId);
    await everyMinute(deps);
    await deps.setups.update(workspaceId, setupId, () => ({ status: "paused" }));
    await passTime(deps, 20);
    expect((await runsOf(deps)).map(({ status }) => status).sort()).toEqual(["cancelled", "completed"]);
  });

  it("continues with the others when one workspace has unreadable documents", async () => {
    const deps = await scheduledWorld();
    const { id: _id, ...setup } = await deps.setups.get(workspaceId, setupId);
    // "aaron" and "zoe" sort before and after the account that works.
    for (const other of ["aaron", "zoe"] as WorkspaceId[])
      deps.db.set(other, "setups", "s", { ...setup, id: "s" });
    const { transact } = deps.runs;
    deps.runs.transact = (tenant, work) =>
      tenant === workspaceId ? transact(tenant, work) : Promise.reject(new Error("an unreadable document"));
    await everyMinute(deps);
    expect(await runsOf(deps)).toMatchObject([{ trigger: "scheduled" }]);

    // The same goes for the sweeper: this run's task was lost.
    const [run] = await runsOf(deps);
    for (const other of ["aaron", "zoe"] as WorkspaceId[])
      deps.db.set(other, "runs", "r", { ...run!, id: "r" });
    const before = deps.queue.of("executeRun").length;
    deps.clock.advance(5 * minuteMs);
    await everyMinute(deps);
    expect(deps.queue.of("executeRun").length).toBe(before + 1);
  });

  it("starts another workspace's setup within 2 ticks, however many setups of one workspace are due", async () => {
    const deps = await scheduledWorld();
    const due = await deps.setups.get(workspaceId, setupId);
    const greedy = "greedy" as WorkspaceId;
    await deps.users.ensure(
      "greta",
      {
        email: "greta@example.com",
        isEmailVerified: true,
        displayName: "Greta",
        isDisplayNameGuessed: false,
      },
      newWorkspace(greedy, "Greta's workspace", "2026-11-01T00:00:00.000Z"),
    );
    addPaymentMethod(deps, greedy);
    deps.db.set(greedy, "connections", connectionId, await deps.connections.get(workspaceId, connectionId));
    for (let index = 0; index < 7_000; index++)
      deps.db.set(greedy, "setups", `s${index}`, {
        ...due,
        id: `s${index}`,
        nextRunAt: "2026-11-18T08:00:00.000Z",
      });
    // Starts are slow: all of them together need more than ten ticks.
    const { transact } = deps.runs;
    deps.runs.transact = (tenant, work) => {
      deps.clock.advance(200);
      return transact(tenant, work);
    };
    await everyMinute(deps);
    await everyMinute(deps);
    expect(await runsOf(deps)).toMatchObject([{ trigger: "scheduled", holdsSlot: true }]);
    // The greedy workspace also has one run in the queue; its other runs wait for that one to end.
    expect(deps.queue.of("executeRun")).toHaveLength(2);
    const stillDue = deps.db
      .all<SetupRecord>(greedy, "setups")
      .filter(({ nextRunAt }) => nextRunAt! < toInstant(deps.clock.now()));
    expect(stillDue.length).toBeGreaterThan(5_000);
  });
});
