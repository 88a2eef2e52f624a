import { expect, it } from "vitest";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { deliver, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { cancelRun } from "../../runs/lifecycle/cancel-run.js";
import { startRun } from "../../runs/lifecycle/start-run.js";
import type { UsageRecord } from "./usage-record.js";
import { initialBilling, type BillingState } from "../account/run-permission.js";

type World = Awaited<ReturnType<typeof runWorld>>;

const paying: BillingState = { ...initialBilling, freeQuotaUsed: 1, hasPaymentMethod: true };
const ends: Record<string, (deps: World, runId: string) => Promise<void>> = {
  completed: async (deps) => {
    await deliver(deps);
  },
  partial: async (deps) => {
    deps.mixpanel.failures.set(
      "profiles",
      new MixpanelError("no-access", "user profiles", "no", { status: 403 }),
    );
    await deliver(deps);
  },
  failed: async (deps) => {
    deps.mixpanel.secret = "another";
    await deliver(deps);
  },
  cancelled: async (deps, runId) => {
    await cancelRun(deps, workspaceId, runId, "ada@example.com");
    await deliver(deps);
  },
};

async function run(status: string, billing: BillingState, meanwhile?: BillingState) {
  const deps = await runWorld(["event_count_change", "user_property_null_rate"]);
  deps.db.set(workspaceId, "account", workspaceId, { activeRunId: null, billing });
  const { id } = await startRun(deps, workspaceId, setupId);
  if (meanwhile) deps.db.set(workspaceId, "account", workspaceId, { activeRunId: id, billing: meanwhile });
  await ends[status]!(deps, id);
  expect((await deps.runs.find(workspaceId, id))?.status).toBe(status);
  return {
    billing: (await deps.runs.account(workspaceId)).billing,
    usage: deps.db.get<UsageRecord>(workspaceId, "usage", id),
    rows: (await deps.runs.find(workspaceId, id))?.rowsAnalysed,
  };
}

it.each([
  ["completed", { freeQuotaUsed: 1, status: "free_quota_exhausted" }],
  // A check failed, so the setup's first report leaves the free run for another try.
  ["partial", { freeQuotaUsed: 0, status: "active" }],
])("a %s first run is never billed", async (status, after) => {
  const { billing, usage, rows } = await run(status, initialBilling);
  expect(billing).toMatchObject(after);
  expect(usage).toMatchObject({ rows, isFree: true, isMetered: true, billedAt: null, meterDueAt: null });
  expect(rows).toBeGreaterThan(0);
});

it.each(["completed", "partial"])(
  "a %s run of a paying account is billed with all its rows",
  async (status) => {
    const { billing, usage, rows } = await run(status, paying);
    expect(billing).toEqual(paying);
    expect(usage).toMatchObject({ rows, isFree: false, isMetered: false, billedAt: expect.any(String) });
  },
);

it.each(["failed", "cancelled"])("a %s run costs nothing, free or paid", async (status) => {
  for (const billing of [initialBilling, paying])
    expect(await run(status, billing)).toMatchObject({ billing, usage: null });
});

it("a free run stays free if the workspace starts paying while it runs", async () => {
  const { billing, usage } = await run("completed", initialBilling, {
    ...initialBilling,
    hasPaymentMethod: true,
  });
  expect(billing).toMatchObject({ status: "active", freeQuotaUsed: 1 });
  expect(usage).toMatchObject({ isFree: true });
});

it("a run whose subscription ends meanwhile finishes and is not free", async () => {
  const { billing, usage } = await run("completed", paying, {
    ...paying,
    hasPaymentMethod: false,
    status: "free_quota_exhausted",
  });
  expect(billing.status).toBe("free_quota_exhausted");
  expect(usage).toMatchObject({ isFree: false });
});
