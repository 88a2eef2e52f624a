import { describe, expect, it, vi } from "vitest";
import { ada } from "../testing/tenants.js";
import { newUsage } from "../features/billing/usage/usage-record.js";
import { initialBilling } from "../features/billing/account/run-permission.js";
import { testApp } from "../testing/test-app.js";

const at = "/api/v1/billing";

describe("billing without Stripe", () => {
  it("says that card payments aren't available and shows the standard plan", async () => {
    const { as } = testApp();
    const { body: config } = await as("ada").get(`${at}/config`).expect(200);
    expect(config).toEqual({ stripePublishableKey: null, stripeAvailable: false });
    const { body: pricing } = await as("ada").get(`${at}/pricing`).expect(200);
    expect(pricing.pricing.tiers).toEqual([
      { upTo: 10_000, unitAmount: 0, flatAmount: 9_900 },
      { upTo: null, unitAmount: 0.1, flatAmount: 0 },
    ]);
  });

  it("answers every read of a new workspace", async () => {
    const { as } = testApp();
    const { body: status } = await as("ada").get(`${at}/status`).expect(200);
    expect(status).toEqual({
      status: "active",
      freeQuotaUsed: 0,
      freeQuotaLimit: 1,
      hasPaymentMethod: false,
      totalUsage: 0,
      cancelAt: null,
      blockedBy: null,
      spendingLimitCents: null,
    });
    expect((await as("ada").get(`${at}/run-permission`).expect(200)).body).toEqual({
      canStartRun: true,
      requiresUpgrade: false,
      blockedBy: null,
    });
    expect((await as("ada").get(`${at}/usage?limit=1`).expect(200)).body).toEqual([]);
    expect((await as("ada").get(`${at}/summary`).expect(200)).body).toEqual({
      usage: {
        currentPeriodRows: 0,
        totalRows: 0,
        period: null,
        estimatedCost: 0,
        currency: "usd",
        breakdown: [],
      },
      outstanding: { amount: 0, currency: "usd" },
      card: null,
      paymentHistory: [],
    });
  });

  it("lets an owner limit a period's cost, but not below the plan's price", async () => {
    const app = testApp();
    const { as } = app;
    const limit = `${at}/spending-limit`;
    await as("ada").put(limit).send({ spendingLimitCents: 20_000 }).expect(200);
    expect((await as("ada").get(`${at}/status`)).body.spendingLimitCents).toBe(20_000);
    const { body } = await as("ada").put(limit).send({ spendingLimitCents: 9_899 }).expect(400);
    expect(body.userMessage).toBe(
      "The plan costs $99.00 a month before any extra checks. Choose a limit of at least that.",
    );
    await as("ada").put(limit).send({ spendingLimitCents: null }).expect(200);
    expect((await as("ada").get(`${at}/status`)).body.spendingLimitCents).toBeNull();
    app.addMember("ada", "admin", "admin");
    await as("admin", "ada").put(limit).send({ spendingLimitCents: null }).expect(403);
  });

  it("adds up a workspace's rows once for a summary", async () => {
    const { as, billing } = testApp();
    const sums = [vi.spyOn(billing, "totalRows"), vi.spyOn(billing, "billedRows")];
    await as("ada").get(`${at}/summary`).expect(200);
    expect(sums.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
  });

  it("lists only the workspace's own usage, as a number and as text", async () => {
    const { as, runs, clock } = testApp();
    const run = { runId: "run-1", setupName: "Daily checks", rows: 1_234 };
    await runs.transact(ada, async (tx) => tx.saveUsage(newUsage(run, initialBilling, clock.now())));
    expect((await as("ada").get(`${at}/usage`).expect(200)).body).toEqual([
      {
        runId: "run-1",
        setupName: "Daily checks",
        createdAt: clock.now().toISOString(),
        csvRowCount: "1234",
        csvRowCountInt: 1_234,
      },
    ]);
    expect((await as("bob").get(`${at}/usage`).expect(200)).body).toEqual([]);
  });

  it("refuses checkout with 503, canceling without a subscription with 409, and the webhook with 503", async () => {
    const { as, anonymous } = testApp();
    const { body } = await as("ada").post(`${at}/setup-intent`).send({}).expect(503);
    expect(body).toMatchObject({ code: "payments-unavailable", userMessage: expect.any(String) });
    expect((await as("ada").post(`${at}/cancel`).send({}).expect(409)).body.code).toBe("billing-not-active");
    await anonymous.post(`${at}/webhook`).send({}).expect(503);
  });
});
