import { bob, ada } from "../../src/testing/tenants.js";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookSecret } from "../../../emulators/src/stripe/testing.js";
import type { BillingEstimate } from "../../src/contract/billing.js";
import { monthlyCost } from "../../src/contract/prices/check-usage.js";
import { standardTiers } from "../../src/contract/prices/tier-costs.js";
import { newRun } from "../../src/features/runs/lifecycle/start-checks.js";
import { connectionRecord, setupRecord } from "../../src/testing/suites/repository-suite.js";
import { addMs, dayMs, hourMs, minuteMs } from "../../src/common/time.js";
import { reconcileUsage } from "../../src/features/billing/usage/reconcile-usage.js";
import { eventually } from "../eventually.js";
import { billingAccount } from "./account.js";
import { billingWorld, type BillingWorld } from "./world.js";

let world: BillingWorld;
const workspaceId = ada;
beforeEach(async () => {
  world = await billingWorld();
});
afterEach(() => world.close());

const { status, summary, paid, sweep, metered, invoiced, moveTo } = billingAccount(() => world, workspaceId);

describe("an account", () => {
  it("runs once for free, is asked to upgrade, pays and continues", async () => {
    expect(await status()).toMatchObject({ status: "active", freeQuotaUsed: 0, freeQuotaLimit: 1 });
    await world.endRun(workspaceId, "free", 5_000);
    expect(await status()).toMatchObject({ status: "free_quota_exhausted", totalUsage: 5_000 });
    expect((await world.get(workspaceId, "run-permission")).body).toEqual({
      canStartRun: false,
      requiresUpgrade: true,
      blockedBy: "free-run-used",
    });
    expect((await summary()).usage).toMatchObject({
      currentPeriodRows: 0,
      totalRows: 5_000,
      estimatedCost: 0,
    });
    await paid();
    expect(await status()).toMatchObject({ status: "active", totalUsage: 0 });
    await world.endRun(workspaceId, "second", 12_345);
    expect(await metered()).toEqual([["second", "12345"]]);
    expect((await summary()).usage).toMatchObject({
      currentPeriodRows: 12_345,
      totalRows: 17_345,
      estimatedCost: 9_900 + 235,
    });
  });

  it("sees Stripe's own price and that card payments are available", async () => {
    expect((await world.get(workspaceId, "config")).body).toEqual({
      stripeAvailable: true,
      stripePublishableKey: "pk_test_local",
    });
    expect((await world.get(workspaceId, "pricing")).body).toEqual({
      product: { name: "Plumbline Standard" },
      pricing: {
        currency: "usd",
        tiers: [
          { upTo: 10_000, unitAmount: 0, flatAmount: 9_900 },
          { upTo: null, unitAmount: 0.1, flatAmount: 0 },
        ],
      },
    });
  });

  it("is charged what the summary estimated, and finds it in its history", async () => {
    await world.endRun(workspaceId, "free", 1);
    await paid();
    await world.endRun(workspaceId, "second", 10_005);
    const { usage } = await summary();
    expect(usage.estimatedCost).toBe(9_901);
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () =>
      expect((await summary()).paymentHistory).toMatchObject([
        { amount: 9_901, status: "paid", currency: "usd" },
      ]),
    );
    expect((await summary()).usage).toMatchObject({ currentPeriodRows: 0, estimatedCost: 9_900 });
  });

  it("is charged for a period of daily runs what the forecast said at its start, to the cent", async () => {
    const checks = 3_348;
    const { deps, clock } = world;
    await world.endRun(workspaceId, "free", 1);
    await paid();
    const connection = connectionRecord("c1");
    await deps.connections.create(workspaceId, connection);
    const setup = setupRecord("s1", "c1");
    await deps.setups.create(workspaceId, setup);
    const run = newRun({
      id: "r1",
      now: clock.now(),
      setup,
      connection,
      trigger: "manual",
      holdsSlot: false,
    });
    await deps.runs.transact(workspaceId, async (tx) => tx.saveRun({ ...run, rowsAnalysed: checks }));
    const estimate = (await world.get(workspaceId, "estimate")).body as unknown as BillingEstimate;
    const { forecast, monthlyRows, monthlyCost: price } = estimate;
    const schedule = { cron: setup.scheduleCron, includeWeekends: setup.includeWeekends, checks };
    expect({ checks: monthlyRows, cents: price }).toEqual(monthlyCost(standardTiers, [schedule]));
    const { period } = (await summary()).usage;
    const days = (Date.parse(period!.end) - clock.now().getTime()) / dayMs;
    for (let day = 0; day < days; day++) {
      clock.advance(dayMs / 2);
      await world.endRun(workspaceId, `day-${day}`, checks);
      clock.advance(dayMs / 2);
    }
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect((await summary()).paymentHistory).toHaveLength(1));
    expect(forecast).toEqual({ rows: days * checks, cents: (await invoiced()).at(-1) });
  });

  it("fails with a card that declines, shows what is owed, and recovers with a better one", async () => {
    await paid("4000000000000341");
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ status: "payment_failed" }));
    expect(await summary()).toMatchObject({
      outstanding: { amount: 9_900 },
      paymentHistory: [{ status: "failed" }],
    });
    await world.payWith(workspaceId);
    await eventually(async () => expect(await status()).toMatchObject({ status: "active" }));
    await eventually(async () =>
      expect(await summary()).toMatchObject({
        outstanding: { amount: 0 },
        paymentHistory: [{ status: "paid", amount: 9_900 }],
      }),
    );
  });

  it("is free again if nobody pays for long enough", async () => {
    await world.endRun(workspaceId, "free", 1);
    await paid("4000000000000341");
    await moveTo("2026-03-25T00:00:00Z");
    await eventually(async () =>
      expect(await status()).toMatchObject({ status: "free_quota_exhausted", hasPaymentMethod: false }),
    );
    await eventually(async () => expect((await summary()).outstanding.amount).toBe(9_900));
  });

  it("keeps its plan until the period's end after canceling, and resumes it by paying again", async () => {
    expect(await world.post(workspaceId, "cancel")).toMatchObject({
      status: 409,
      body: { code: "billing-not-active" },
    });
    await paid();
    const cancelAt = "2026-02-28T12:00:00.000Z";
    expect(await world.post(workspaceId, "cancel")).toEqual({ status: 200, body: { cancelAt } });
    expect(await world.post(workspaceId, "cancel")).toEqual({ status: 200, body: { cancelAt } });
    expect(await status()).toMatchObject({ cancelAt, hasPaymentMethod: true, status: "active" });
    world.clock.advance(hourMs);
    await world.payWith(workspaceId);
    await eventually(async () => expect(await status()).toMatchObject({ cancelAt: null }));
    await world.post(workspaceId, "cancel");
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () =>
      expect(await status()).toMatchObject({ hasPaymentMethod: false, cancelAt: null }),
    );
    expect(await world.post(workspaceId, "cancel")).toMatchObject({ status: 409 });
  });

  it("resumes a canceled plan until it ends, and not after", async () => {
    expect(await world.post(workspaceId, "resume")).toMatchObject({
      status: 409,
      body: { code: "billing-not-active", userMessage: "There is no active plan to resume." },
    });
    await paid();
    await world.post(workspaceId, "cancel");
    expect(await world.post(workspaceId, "resume")).toEqual({ status: 200, body: { cancelAt: null } });
    expect(await world.post(workspaceId, "resume")).toEqual({ status: 200, body: { cancelAt: null } });
    expect(await status()).toMatchObject({ cancelAt: null, hasPaymentMethod: true });
    await moveTo("2026-03-01T13:00:00Z");
    expect(await status()).toMatchObject({ status: "active", hasPaymentMethod: true });
    await world.post(workspaceId, "cancel");
    await moveTo("2026-03-31T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ hasPaymentMethod: false }));
    expect(await world.post(workspaceId, "resume")).toMatchObject({ status: 409 });
  });

  it("shows the card on file, and changes it without resuming a canceled plan", async () => {
    expect((await summary()).card).toBeNull();
    await paid();
    expect((await summary()).card).toEqual({ brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 });
    await world.post(workspaceId, "cancel");
    world.clock.advance(hourMs);
    await world.payWith(workspaceId, "5555555555554444", "change-card");
    await eventually(async () =>
      expect((await summary()).card).toMatchObject({ brand: "mastercard", last4: "4444" }),
    );
    expect(await status()).toMatchObject({ cancelAt: "2026-02-28T12:00:00.000Z", hasPaymentMethod: true });
    await moveTo("2026-03-01T13:00:00Z");
    await eventually(async () => expect((await summary()).card).toBeNull());
  });

  it("links the invoices in its payment history", async () => {
    await paid();
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect((await summary()).paymentHistory).toHaveLength(1));
    const [{ invoiceUrl } = { invoiceUrl: null }] = (await summary()).paymentHistory;
    const page = await fetch(invoiceUrl!);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("99.00 USD, paid")]);
  });

  it("has one customer and one subscription no matter how many checkouts it opens and completes at once", async () => {
    const opened = await Promise.all([1, 2, 3].map(() => world.post(workspaceId, "setup-intent")));
    await Promise.all(
      opened.map(({ body }) => world.stripe.enterCard(body["checkoutUrl"]!, "4242424242424242")),
    );
    await eventually(async () => {
      const deliveries = await world.stripe.deliveries();
      expect(deliveries.filter(({ state }) => state !== "delivered")).toEqual([]);
    });
    const { customers, subscriptions } = await world.state();
    expect([Object.keys(customers).length, Object.keys(subscriptions).length]).toEqual([1, 1]);
    expect(await status()).toMatchObject({ status: "active", hasPaymentMethod: true });
  });

  it("opens at most 30 checkouts an hour", async () => {
    for (let n = 0; n < 30; n++) expect((await world.post(workspaceId, "setup-intent")).status).toBe(200);
    expect(await world.post(workspaceId, "setup-intent")).toMatchObject({
      status: 429,
      body: { code: "rate-limited" },
    });
    expect((await world.post(bob, "setup-intent")).status).toBe(200);
  });
});

describe("usage", () => {
  beforeEach(async () => {
    await world.endRun(workspaceId, "free", 1);
    await paid();
  });

  it("waits while Stripe fails, without failing the run, and is then counted once", async () => {
    await world.stripe.fault({ kind: "refuse", path: "meter_events" });
    await world.endRun(workspaceId, "second", 100);
    expect(await metered()).toEqual([]);
    expect((await summary()).usage.currentPeriodRows).toBe(100);
    expect(await sweep()).toBe(0);
    world.clock.advance(5 * minuteMs);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await metered()).toEqual([["second", "100"]]);
  });

  it("is counted once if the response was lost", async () => {
    await world.stripe.fault({ kind: "lose", path: "meter_events", count: 2 });
    await world.endRun(workspaceId, "second", 100);
    world.clock.advance(2 * hourMs);
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await metered()).toEqual([["second", "100"]]);
  });

  it("is never counted twice, and said to be uncertain, if no response came for a day", async () => {
    const logged = vi.spyOn(world.deps.logger, "error");
    await world.stripe.fault({ kind: "lose", path: "meter_events", count: 2 });
    await world.endRun(workspaceId, "second", 100);
    await world.stripe.fault({ kind: "refuse", path: "meter_events" });
    await world.endRun(workspaceId, "third", 7);
    world.clock.advance(2 * dayMs);
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    expect(await metered()).toEqual([["second", "100"]]);
    for (const [runId, rows] of [
      ["second", 100],
      ["third", 7],
    ])
      expect(logged).toHaveBeenCalledWith("Stripe never said whether it counted usage", {
        workspaceId,
        runId,
        rows,
      });
    // The comparison with the meter tells which of the two is missing.
    world.clock.advance(3 * hourMs);
    await reconcileUsage(world.deps, addMs(world.clock.now(), minuteMs));
    expect((await world.deps.billing.reconciliation())?.last).toMatchObject({ differing: 1, rows: 7 });
  });

  it("that Stripe refuses for days is counted once it accepts", async () => {
    for (let day = 0; day < 3; day++) {
      await world.stripe.fault({ kind: "deny", path: "meter_events" });
      if (day === 0) await world.endRun(workspaceId, "second", 100);
      else await sweep();
      world.clock.advance(dayMs);
    }
    expect(await metered()).toEqual([]);
    expect(await sweep()).toBe(1);
    expect(await metered()).toEqual([["second", "100"]]);
  });

  it("that was too late for its invoice is billed in the current period", async () => {
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "second", 20_000);
    await moveTo("2026-03-05T00:00:00Z");
    expect(await sweep()).toBe(1);
    expect((await summary()).usage).toMatchObject({ currentPeriodRows: 20_000, estimatedCost: 10_900 });
    await moveTo("2026-03-31T13:00:00Z");
    expect(await invoiced()).toEqual([0, 9_900, 10_900]);
  });
});

describe("the webhook", () => {
  const post = (body: string, signature?: string) =>
    fetch(`${world.origin}/api/v1/billing/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(signature ? { "stripe-signature": signature } : {}),
      },
      body,
    });
  const sign = (body: string, atSeconds = Math.floor(Date.now() / 1_000), secret = webhookSecret) =>
    `t=${atSeconds},v1=${createHmac("sha256", secret).update(`${atSeconds}.${body}`).digest("hex")}`;
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "ping",
    created: 1,
    data: { object: {} },
  });

  it.each([
    ["no signature", () => post(body)],
    ["another secret", () => post(body, sign(body, undefined, "whsec_other"))],
    ["another body", () => post(body.replace("evt_1", "evt_2"), sign(body))],
    ["an old signature", () => post(body, sign(body, Math.floor(Date.now() / 1_000) - 600))],
    ["nonsense", () => post(body, "v1")],
  ])("refuses %s with 400", async (_name, send) => {
    const response = await send();
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid-signature" });
  });

  it("accepts events that aren't needed, and customers that aren't ours", async () => {
    expect((await post(body, sign(body))).status).toBe(200);
    const strange = JSON.stringify({
      id: "evt_3",
      object: "event",
      type: "customer.subscription.deleted",
      created: 1,
      data: { object: { id: "sub_x", customer: "cus_x" } },
    });
    expect((await post(strange, sign(strange))).status).toBe(200);
  });

  it("returns an error while Stripe is down, and applies the event when it is sent again", async () => {
    await world.stripe.webhooks({ hold: true });
    await world.payWith(workspaceId);
    const completed = (await world.stripe.deliveries()).find(
      ({ type }) => type === "checkout.session.completed",
    )!;
    await world.stripe.fault({ kind: "refuse", path: "/v1/subscriptions" });
    expect(await world.stripe.deliver(completed.id)).toBe(502);
    expect(await status()).toMatchObject({ hasPaymentMethod: false });
    expect(await world.stripe.deliver(completed.id)).toBe(200);
    expect(await world.stripe.deliver(completed.id)).toBe(200);
    expect(await status()).toMatchObject({ hasPaymentMethod: true });
    expect(Object.keys((await world.state()).subscriptions)).toHaveLength(1);
  });
});
