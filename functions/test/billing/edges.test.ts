import { bob, ada } from "../../src/testing/tenants.js";
import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { library } from "../../../emulators/src/stripe/testing.js";
import { reportUsage } from "../../src/features/billing/usage/report-usage.js";
import { dayMs, hourMs, minuteMs } from "../../src/common/time.js";
import { eventually } from "../eventually.js";
import { billingAccount } from "./account.js";
import { billingWorld, type BillingWorld } from "./world.js";
import { localPlan } from "../../../emulators/src/stripe/keys.js";

/* Problems between the product and a Stripe account that other people administer, and how each one ends. */

let world: BillingWorld;
let stripe: Stripe;
const workspaceId = ada;
beforeEach(async () => {
  world = await billingWorld();
  stripe = library(world.standIn);
  await world.endRun(workspaceId, "free", 10);
});
afterEach(() => world.close());

const { read, status, summary, paid, sweep, metered, invoiced, customerId, moveTo } = billingAccount(
  () => world,
  workspaceId,
);

describe("the billing period", () => {
  it("exists with a subscription and is the one that Stripe bills", async () => {
    expect((await summary()).usage.period).toBeNull();
    await paid();
    expect((await summary()).usage.period).toEqual({
      start: "2026-01-31T12:00:00.000Z",
      end: "2026-02-28T12:00:00.000Z",
    });
    await moveTo("2026-03-01T00:00:00Z");
    const [item] = (await stripe.subscriptions.list({ customer: await customerId() })).data[0]!.items.data;
    const { period } = (await summary()).usage;
    expect(Date.parse(period!.start) / 1_000).toBe(item!.current_period_start);
    expect(Date.parse(period!.end) / 1_000).toBe(item!.current_period_end);
  });
});

describe("a run that ends", () => {
  it("while a payment is overdue is billed like any other", async () => {
    await paid("4000000000000341");
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ status: "payment_failed" }));
    await world.endRun(workspaceId, "overdue", 20_000);
    expect((await summary()).usage.estimatedCost).toBe(10_900);
    await world.payWith(workspaceId);
    await eventually(async () => expect(await status()).toMatchObject({ status: "active" }));
    await moveTo("2026-03-31T13:00:00Z");
    await eventually(async () =>
      expect((await summary()).paymentHistory.map(({ amount }) => amount)).toEqual([10_900, 9_900]),
    );
  });

  it("between cancellation and the period's end is on the last invoice", async () => {
    await paid();
    await world.post(workspaceId, "cancel");
    await world.endRun(workspaceId, "cancelled", 20_000);
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ status: "free_quota_exhausted" }));
    expect(await invoiced()).toEqual([0, 10_900]);
  });

  it("after its subscription is on no invoice, not even on those of a later subscription", async () => {
    await paid();
    await world.post(workspaceId, "cancel");
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ hasPaymentMethod: false }));
    await world.endRun(workspaceId, "too-late", 20_000);
    world.clock.advance(hourMs);
    await paid();
    expect((await summary()).usage).toMatchObject({ currentPeriodRows: 0, estimatedCost: 9_900 });
    await moveTo("2026-03-31T14:30:00Z");
    await eventually(async () => expect((await invoiced()).slice(1)).toEqual([9_900, 0, 9_900]));
  });

  it("and is reported after the last invoice is closed is on the first invoice of the next subscription", async () => {
    await paid();
    await world.post(workspaceId, "cancel");
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "late", 20_000);
    await moveTo("2026-03-01T12:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ hasPaymentMethod: false }));
    await paid();
    expect(await sweep()).toBe(1);
    expect((await summary()).usage).toMatchObject({ currentPeriodRows: 20_000, estimatedCost: 10_900 });
    await moveTo("2026-04-01T13:00:00Z");
    await eventually(async () => expect(await invoiced()).toEqual([0, 9_900, 0, 10_900]));
  });

  it("and is reported after the last invoice is closed is on no invoice without another subscription", async () => {
    await paid();
    await world.post(workspaceId, "cancel");
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "lost", 20_000);
    await moveTo("2026-03-01T12:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ hasPaymentMethod: false }));
    expect(await sweep()).toBe(1);
    expect(await invoiced()).toEqual([0, 9_900]);
    const [{ billedAt } = { billedAt: null }] = (await world.deps.billing.usage(workspaceId, { limit: 1 }))
      .items;
    expect(billedAt).toBe("2026-03-01T12:00:00.000Z");
  });
});

describe("usage", () => {
  it("reported within the hour in which an invoice is still a draft is on that invoice", async () => {
    await paid();
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "second", 20_000);
    await moveTo("2026-02-28T12:30:00Z");
    expect(await sweep()).toBe(1);
    await moveTo("2026-02-28T13:00:00Z");
    expect(await invoiced()).toEqual([0, 10_900]);
  });

  it("reported just after that hour is on the next invoice", async () => {
    await paid();
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "second", 20_000);
    await moveTo("2026-02-28T13:01:00Z");
    expect(await sweep()).toBe(1);
    await moveTo("2026-03-31T13:00:00Z");
    expect(await invoiced()).toEqual([0, 9_900, 10_900]);
  });

  it("reported while the invoice after its own is a draft is on the one after that", async () => {
    await paid();
    await moveTo("2026-02-27T12:00:00Z");
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "second", 20_000);
    await moveTo("2026-03-31T12:30:00Z");
    expect(await sweep()).toBe(1);
    await moveTo("2026-04-30T13:00:00Z");
    expect(await invoiced()).toEqual([0, 9_900, 9_900, 10_900]);
  });

  it("older than Stripe accepts is billed at the time of its report", async () => {
    await paid();
    await world.stripe.fault({ kind: "deny", path: "meter_events", count: 1 });
    await world.endRun(workspaceId, "second", 20_000);
    world.clock.advance(40 * dayMs);
    await world.tick();
    expect(await sweep()).toBe(1);
    expect(await metered()).toEqual([["second", "20000"]]);
    expect((await summary()).usage.currentPeriodRows).toBe(20_000);
  });

  it("with a time ahead of Stripe's clock is refused, and counted once that time has come", async () => {
    await paid();
    const start = world.clock.now();
    world.clock.advance(20 * minuteMs);
    await world.stripe.fault({ kind: "deny", path: "meter_events" });
    await world.endRun(workspaceId, "second", 100);
    world.clock.set(start.toISOString());
    await expect(reportUsage(world.deps, workspaceId, "second")).rejects.toMatchObject({
      code: "upstream-failed",
    });
    expect(await metered()).toEqual([]);
    world.clock.advance(30 * minuteMs);
    expect(await sweep()).toBe(1);
    expect(await metered()).toEqual([["second", "100"]]);
  });
});

it("a customer is created once even if Stripe's response is lost", async () => {
  // The library retries once.
  await world.stripe.fault({ kind: "lose", path: "/v1/customers", count: 2 });
  expect(await world.post(workspaceId, "setup-intent")).toMatchObject({ status: 502 });
  expect(await world.post(workspaceId, "setup-intent")).toMatchObject({ status: 200 });
  expect(Object.keys((await world.state()).customers)).toEqual([await customerId()]);
});

describe("a customer deleted in Stripe's dashboard", () => {
  beforeEach(async () => {
    await paid();
    await stripe.customers.del(await customerId());
    await eventually(async () =>
      expect(await status()).toMatchObject({ status: "free_quota_exhausted", hasPaymentMethod: false }),
    );
  });

  it("is replaced when the account pays again, and the new one is billed", async () => {
    const gone = await customerId();
    world.clock.advance(minuteMs);
    await paid();
    expect(await customerId()).not.toBe(gone);
    await world.endRun(workspaceId, "second", 12_000);
    expect((await summary()).usage).toMatchObject({ currentPeriodRows: 12_000, estimatedCost: 10_100 });
    expect(Object.keys((await world.state()).customers)).toEqual([await customerId()]);
  });

  it("isn't charged for pending usage, and the report isn't repeated forever", async () => {
    await world.endRun(workspaceId, "second", 12_000);
    world.clock.advance(dayMs);
    expect(await sweep()).toBe(0);
    expect(await metered()).toEqual([]);
    expect((await summary()).usage).toMatchObject({ estimatedCost: 0 });
  });

  it("is replaced once, no matter how many checkouts are opened at once", async () => {
    const opened = await Promise.all([1, 2, 3].map(() => world.post(workspaceId, "setup-intent")));
    expect(opened.map(({ status: code }) => code)).toEqual([200, 200, 200]);
    expect(Object.keys((await world.state()).customers)).toHaveLength(1);
  });
});

describe("another price", () => {
  const makePrice = (currency: string, monthly: number) =>
    stripe.prices.create({
      currency,
      product: localPlan.productId,
      billing_scheme: "tiered",
      tiers_mode: "graduated",
      recurring: { interval: "month", usage_type: "metered", meter: localPlan.meterId },
      tiers: [
        { up_to: 1_000, flat_amount: monthly, unit_amount: 0 },
        { up_to: "inf", unit_amount_decimal: Stripe.Decimal.from("0.25") },
      ],
    });

  it("for new subscriptions doesn't change the estimate of an old one", async () => {
    const old = await makePrice("eur", 4_900);
    const customer = await world.post(workspaceId, "setup-intent").then(customerId);
    const live = await stripe.subscriptions.create({ customer, items: [{ price: old.id }] });
    await paid();
    expect((await world.deps.billing.account(workspaceId)).customer.subscription).toMatchObject({
      id: live.id,
      priceId: old.id,
    });
    await world.endRun(workspaceId, "second", 1_003);
    // 3 × 0.25 cents is rounded to 1.
    const { usage } = await summary();
    expect(usage).toMatchObject({ estimatedCost: 4_901, currency: "eur" });
    expect(await read("pricing")).toMatchObject({
      pricing: { currency: "eur", tiers: [{ upTo: 1_000, flatAmount: 4_900 }, { unitAmount: 0.25 }] },
    });
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () =>
      expect((await summary()).paymentHistory).toMatchObject([
        { amount: 4_901, currency: "eur", status: "paid" },
      ]),
    );
    expect((await world.get(bob, "pricing")).body).toMatchObject({ pricing: { currency: "usd" } });
  });
});

describe("an invoice that is written off", () => {
  it("is no longer owed and doesn't block runs", async () => {
    await paid("4000000000000341");
    await moveTo("2026-02-28T13:00:00Z");
    await eventually(async () => expect(await status()).toMatchObject({ status: "payment_failed" }));
    const [open] = (await stripe.invoices.list({ customer: await customerId(), status: "open" })).data;
    await stripe.invoices.markUncollectible(open!.id);
    await eventually(async () => expect(await status()).toMatchObject({ status: "active" }));
    expect(await summary()).toMatchObject({
      outstanding: { amount: 0 },
      paymentHistory: [{ status: "void" }],
    });
  });
});
