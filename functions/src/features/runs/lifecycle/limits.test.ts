import { describe, expect, it, vi } from "vitest";
import { initialBilling } from "../../billing/account/run-permission.js";
import { newBillingLimits } from "../../billing/account/billing-limits.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { startDueSetups } from "./start-due-setups.js";
import {
  connectionId,
  deliver,
  join,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { putMember } from "../../../testing/memory/memory-workspaces.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { hourMs } from "../../../common/time.js";
import { cancelRun } from "./cancel-run.js";
import { deleteRun } from "./delete-run.js";
import { startRun } from "./start-run.js";
import { updateSetup } from "../../setups/manage-setups.js";

type World = Awaited<ReturnType<typeof runWorld>>;
const exhausted = { ...initialBilling, freeQuotaUsed: 1, status: "free_quota_exhausted" as const };
const paying = { ...initialBilling, freeQuotaUsed: 1, hasPaymentMethod: true };
const setBilling = (deps: World, billing: object) =>
  deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
const overLimit = {
  ...newBillingLimits,
  anchorAt: "2026-11-18T00:00:00.000Z",
  period: { start: "2026-11-18T00:00:00.000Z", rows: 100_000, isWarned: false },
};
const hourly = { scheduleCron: "0 * * * *", nextRunAt: "2026-11-18T12:00:00.000Z" };

/** Lets `hours` due times pass, an hour apart. */
async function passHours(deps: World, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    await startDueSetups(deps, new Date(deps.clock.now().getTime() + hourMs));
    await deliver(deps);
    deps.clock.advance(hourMs);
  }
}

describe("a schedule that is refused repeatedly", () => {
  it("is paused with an email after the fifth time, is counted on one record, and can be resumed", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, exhausted);
    await passHours(deps, 4);
    expect(await runsOf(deps)).toHaveLength(1);
    expect(await deps.setups.get(workspaceId, setupId)).toMatchObject({
      status: "active",
      refusal: { code: "upgrade-required", count: 4 },
    });
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual(["Scheduled run failed: Daily checks"]);

    await passHours(deps, 3);
    const [run, ...others] = await runsOf(deps);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      status: "failed",
      error: {
        code: "upgrade-required",
        message:
          "Set up a payment method to run more checks. Refused 5 times in a row. The setup is paused now; resume it when this is fixed.",
      },
    });
    expect(await deps.setups.get(workspaceId, setupId)).toMatchObject({
      status: "paused",
      nextRunAt: null,
      refusal: { count: 5 },
    });
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual([
      "Scheduled run failed: Daily checks",
      "Setup paused: Daily checks",
    ]);

    setBilling(deps, paying);
    const resumed = await updateSetup(deps, workspaceId, setupId, { status: "active" });
    expect(resumed).toMatchObject({ status: "active", refusal: null });
    await passHours(deps, 2);
    expect((await runsOf(deps)).map(({ status }) => status)).toContain("completed");
  });

  it("starts counting again with another reason, and after a start", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, exhausted);
    await passHours(deps, 3);
    setBilling(deps, { ...paying, limits: { ...newBillingLimits, isOverdue: true } });
    await passHours(deps, 2);
    expect((await deps.setups.get(workspaceId, setupId)).refusal).toMatchObject({
      code: "billing-blocked",
      count: 2,
    });
    expect(await runsOf(deps)).toHaveLength(2);
    setBilling(deps, paying);
    await passHours(deps, 1);
    expect((await deps.setups.get(workspaceId, setupId)).refusal).toBeNull();
  });

  it("stays active when the reason goes away by itself", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, { ...paying, limits: overLimit });
    await passHours(deps, 7);
    expect(await deps.setups.get(workspaceId, setupId)).toMatchObject({
      status: "active",
      refusal: { count: 7 },
    });
    expect(await runsOf(deps)).toHaveLength(1);
  });

  it("is recorded once more after the run that says so was deleted", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, { ...paying, limits: overLimit });
    await passHours(deps, 3);
    const [first] = await runsOf(deps);
    await deleteRun(deps, workspaceId, first!.id);
    await passHours(deps, 3);
    const runs = await runsOf(deps);
    expect(runs).toHaveLength(1);
    expect((await deps.setups.get(workspaceId, setupId)).refusal!.runId).toBe(runs[0]!.id);
  });
});

describe("a schedule without a next due time", () => {
  it.each([
    ["a cron that no year matches", { scheduleCron: "0 0 30 2 *" }],
    ["a time zone that the runtime doesn't know", { scheduleTimezone: "Mars/Olympus" }],
  ])("%s: the setup is paused, which is logged and mailed", async (_name, schedule) => {
    const deps = await runWorld(undefined, { ...hourly, ...schedule });
    setBilling(deps, paying);
    const error = vi.spyOn(deps.logger, "error").mockClear();
    await passHours(deps, 2);
    expect(await deps.setups.get(workspaceId, setupId)).toMatchObject({
      status: "paused",
      nextRunAt: null,
      refusal: { code: "schedule-ended", count: 1 },
    });
    expect(error.mock.calls.map(([message]) => message)).toEqual(["schedule has no next due time"]);
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual(["Setup paused: Daily checks"]);
    const [run, ...others] = await runsOf(deps);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status: "failed", error: { code: "schedule-ended" } });
  });
});

describe("a workspace whose owners and admins can't log in anymore", () => {
  it("has its setups paused for that reason, and paused again when resumed", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, paying);
    deps.identityProvider.disabled.add("ada");
    await passHours(deps, 1);
    expect(await deps.setups.get(workspaceId, setupId)).toMatchObject({
      status: "paused",
      nextRunAt: null,
      refusal: { code: "no-manager", count: 1 },
    });
    const [run, ...others] = await runsOf(deps);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status: "failed", rowsAnalysed: null, error: { code: "no-manager" } });
    await updateSetup(deps, workspaceId, setupId, { status: "active" });
    await passHours(deps, 2);
    expect((await deps.setups.get(workspaceId, setupId)).status).toBe("paused");

    deps.identityProvider.disabled.clear();
    await updateSetup(deps, workspaceId, setupId, { status: "active" });
    await passHours(deps, 2);
    expect((await runsOf(deps)).map(({ status }) => status)).toContain("completed");
  });

  it("differs from one that has another admin, and is looked up once an hour", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, paying);
    deps.identityProvider.disabled.add("ada");
    const joinedAt = "2026-11-01T00:00:00.000Z";
    putMember(deps.db, workspaceId, { uid: "bob", role: "admin", joinedAt, emailNotifications: false });
    putMember(deps.db, workspaceId, { uid: "cleo", role: "editor", joinedAt, emailNotifications: false });
    const asked = vi.spyOn(deps.identityProvider, "activeOf");
    for (let tick = 0; tick < 5; tick++) await deps.managers.unmanaged([workspaceId, workspaceId]);
    expect(asked.mock.calls).toEqual([[["ada", "bob"]]]);
    await passHours(deps, 1);
    expect((await deps.setups.get(workspaceId, setupId)).status).toBe("active");
    deps.identityProvider.disabled.add("bob");
    await passHours(deps, 1);
    expect((await deps.setups.get(workspaceId, setupId)).status).toBe("paused");
  });

  it("keeps running its setups while the identity provider doesn't answer", async () => {
    const deps = await runWorld(undefined, hourly);
    setBilling(deps, paying);
    const { activeOf } = deps.identityProvider;
    deps.identityProvider.activeOf = () => Promise.reject(new Error("away"));
    await passHours(deps, 1);
    expect((await runsOf(deps)).map(({ status }) => status)).toEqual(["completed"]);
    // The email about the run waits until it is known who can still sign in.
    expect(deps.mailer.sent).toEqual([]);
    deps.identityProvider.activeOf = activeOf;
    await passHours(deps, 1);
    expect(deps.mailer.sent).toHaveLength(1);
  });
});

describe("free runs of one Mixpanel project", () => {
  const named = (name: string) => name as WorkspaceId;
  /** The same project, connected by another workspace. */
  async function join(deps: World, other: WorkspaceId): Promise<void> {
    const { connectionSecretContext } = await import("../../connections/secret-box.js");
    const connection = await deps.connections.get(workspaceId, connectionId);
    const secret = deps.secrets.seal(deps.mixpanel.secret, connectionSecretContext(other, connectionId));
    await deps.connections.create(other, { ...connection, secret });
    await deps.setups.create(other, await deps.setups.get(workspaceId, setupId));
  }

  it("are limited to two: a third workspace is refused, and told why", async () => {
    const deps = await runWorld();
    for (const other of [named("second"), named("third")]) await join(deps, other);
    await startRun(deps, workspaceId, setupId);
    await startRun(deps, named("second"), setupId);
    await expect(startRun(deps, named("third"), setupId)).rejects.toMatchObject({
      code: "upgrade-required",
      details: { blockedBy: "project-free-runs-used" },
    });
    await deliver(deps);
    expect((await deps.runs.account(named("second"))).billing.freeQuotaUsed).toBe(1);
    // A paying workspace can run, and is billed.
    deps.db.set(named("third"), "account", named("third"), {
      activeRunId: null,
      billing: { ...initialBilling, hasPaymentMethod: true },
    });
    const { id } = await startRun(deps, named("third"), setupId);
    await deliver(deps);
    expect(deps.db.get(named("third"), "usage", id)).toMatchObject({ isFree: false });
    expect((await deps.runs.account(named("third"))).billing.freeQuotaUsed).toBe(0);
  });

  it("stay with the workspace that began them: a cancelled one can be tried again", async () => {
    const deps = await runWorld();
    for (const other of [named("second"), named("third")]) await join(deps, other);
    const { id } = await startRun(deps, workspaceId, setupId);
    await cancelRun(deps, workspaceId, id, "ada@example.com");
    await startRun(deps, named("second"), setupId);
    await expect(startRun(deps, named("third"), setupId)).rejects.toThrow();
    await startRun(deps, workspaceId, setupId);
  });

  it("have their own queues, and the bytes that a cancelled one read count", async () => {
    const deps = await runWorld();
    const { id } = await startRun(deps, workspaceId, setupId);
    expect(deps.queue.tasks.map(({ name }) => name)).toEqual(["executeFreeRun"]);
    const run = (await deps.runs.find(workspaceId, id))!;
    const counters = { attempt: 0, rateLimitWaits: 0, exports: 0, taskSequence: 0, split: null };
    await deps.runs.transact(workspaceId, async (tx) =>
      tx.saveRun({
        ...run,
        parts: [
          {
            ...counters,
            purpose: "aggregates",
            status: "pending",
            from: "2026-11-01",
            to: "2026-11-02",
            lease: null,
            resumeAt: null,
            error: null,
            read: { days: 1, bytes: 20e9 },
          },
        ],
      }),
    );
    await cancelRun(deps, workspaceId, id, "ada@example.com");
    await expect(startRun(deps, workspaceId, setupId)).rejects.toMatchObject({
      details: { blockedBy: "free-data-used" },
    });
    setBilling(deps, paying);
    await startRun(deps, workspaceId, setupId);
    expect(deps.queue.tasks.at(-1)!.name).toBe("executeRun");
  });
});

it("owners who can still log in are told when the spending limit is near, once", async () => {
  const deps = await runWorld();
  await join(deps, "bob", { role: "owner" });
  deps.identityProvider.disabled.add("ada");
  const limits = {
    ...newBillingLimits,
    anchorAt: "2026-11-18T00:00:00.000Z",
    hasPaidInvoice: true,
    spendingLimit: { cents: 9_900, rows: 5, warnedFromRows: 4 },
  };
  setBilling(deps, { ...paying, limits });
  await startRun(deps, workspaceId, setupId);
  await deliver(deps);
  await everyMinute(deps);
  const warnings = deps.mailer.sent.filter(({ subject }) => subject.includes("spending limit"));
  expect(warnings.map(({ to }) => to)).toEqual(["bob@example.com"]);
  expect(warnings[0]!.text).toContain("the limit of $99.00 allows 5");
});

it("failures beyond five a day are reported in one digest per person", async () => {
  const deps = await runWorld(undefined, hourly);
  await join(deps, "bob");
  setBilling(deps, exhausted);
  const setup = await deps.setups.get(workspaceId, setupId);
  for (let other = 1; other < 9; other++)
    await deps.setups.create(workspaceId, { ...setup, id: `setup-${other + 1}`, name: `Setup ${other + 1}` });
  await passHours(deps, 3);
  expect(deps.mailer.sent.splice(0)).toHaveLength(10);
  deps.clock.advance(24 * hourMs);
  await deliver(deps, { times: 2 });
  expect(deps.mailer.sent.map(({ to }) => to).sort()).toEqual(["ada@example.com", "bob@example.com"]);
  for (const { subject, text } of deps.mailer.sent) {
    expect(subject).toBe("4 more runs with news today");
    expect(text.match(/Set up a payment method to run more checks/g)).toHaveLength(4);
  }
});
