import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, bob } from "../../src/testing/tenants.js";
import { library } from "../../../emulators/src/stripe/testing.js";
import { dayMs, addMs, hourMs, minuteMs } from "../../src/common/time.js";
import { reconcileUsage } from "../../src/features/billing/usage/reconcile-usage.js";
import { eventually } from "../eventually.js";
import { billingAccount } from "./account.js";
import { billingWorld, type BillingWorld } from "./world.js";

/* Stripe may accept a meter event with 200 and reject it later. Those rows must still be billed. */

let world: BillingWorld;
const workspaceId = ada;
const errors: [string, object | undefined][] = [];
beforeEach(async () => {
  world = await billingWorld();
  errors.length = 0;
  // Requests have their own logger.
  vi.spyOn(world.deps.logger, "with").mockReturnValue(world.deps.logger);
  // Stripe redelivers a failed webhook, which can happen on a busy machine and doesn't matter here.
  vi.spyOn(world.deps.logger, "error").mockImplementation((message, fields) => {
    if (message !== "request failed") errors.push([message, fields]);
  });
  await world.endRun(workspaceId, "free", 1);
  await paid();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const { summary, paid, sweep, metered, moveTo, invoiced } = billingAccount(() => world, workspaceId);
const logged = () => errors.map(([message]) => message);
const rejected = "Stripe rejected reported usage";

describe("usage that Stripe accepts and later rejects", () => {
  it.each(["archived_meter", "no_meter", "meter_event_customer_not_found", "timestamp_too_far_in_past"])(
    "because of %s is logged as an error",
    async (code) => {
      await world.stripe.rejectMeterEvents(1, code);
      await world.endRun(workspaceId, "second", 20_000);
      await eventually(async () =>
        expect(errors[0]).toEqual([rejected, { workspaceId, runId: "second", code }]),
      );
      expect(await metered()).toEqual([]);
    },
  );

  it("is reported again under another identifier until it counts, and billed once", async () => {
    await world.stripe.rejectMeterEvents(2, "archived_meter");
    await world.endRun(workspaceId, "second", 20_000);
    for (const times of [1, 2]) {
      await eventually(async () => expect(logged()).toEqual(Array(times).fill(rejected)));
      expect(await sweep()).toBe(0);
      world.clock.advance(10 * minuteMs);
      expect(await sweep()).toBe(1);
    }
    expect(await metered()).toEqual([["second~2", "20000"]]);
    world.clock.advance(2 * dayMs);
    expect(await sweep()).toBe(0);
    await moveTo("2026-02-28T13:00:00Z");
    expect(await invoiced()).toEqual([0, 10_900]);
  });

  it("as too old is billed at the time of the next report", async () => {
    await world.stripe.rejectMeterEvents(1, "timestamp_too_far_in_past");
    await world.endRun(workspaceId, "second", 20_000);
    await eventually(async () => expect(logged()).toEqual([rejected]));
    world.clock.advance(hourMs);
    const before = world.clock.now().toISOString();
    await sweep();
    const [{ billedAt } = { billedAt: null }] = (await world.deps.billing.usage(workspaceId, { limit: 1 }))
      .items;
    expect(billedAt! <= before && billedAt! > "2026-01-31T12:00:00.000Z").toBe(false);
    expect((await summary()).usage.currentPeriodRows).toBe(20_000);
  });

  it("isn't reported forever if the customer is gone", async () => {
    await world.stripe.rejectMeterEvents(1, "meter_event_customer_not_found");
    await world.endRun(workspaceId, "second", 20_000);
    await eventually(async () =>
      expect(logged()).toEqual([rejected, "usage of a deleted customer cannot be billed"]),
    );
    world.clock.advance(dayMs);
    expect(await sweep()).toBe(0);
  });

  it("doesn't count another run of the same minute twice if its report got no response", async () => {
    await world.stripe.webhooks({ hold: true });
    // The library tries once more by itself.
    await world.stripe.fault({ kind: "lose", path: "meter_events", count: 2 });
    await world.endRun(workspaceId, "unanswered", 5);
    await world.stripe.rejectMeterEvents(1, "archived_meter");
    await world.endRun(workspaceId, "rejected", 20_000);
    world.clock.advance(2 * hourMs);
    await sweep();
    expect(await metered()).toEqual([["unanswered", "5"]]);
  });

  it("is reported again once, no matter how often Stripe reports the rejection", async () => {
    await world.stripe.rejectMeterEvents(1, "archived_meter");
    await world.endRun(workspaceId, "second", 7);
    await eventually(async () => expect(logged()).toEqual([rejected]));
    const [delivery] = (await world.stripe.deliveries()).filter(({ type }) => type.startsWith("v1.billing"));
    world.clock.advance(10 * minuteMs);
    await sweep();
    expect(await world.stripe.deliver(delivery!.id)).toBe(200);
    world.clock.advance(dayMs);
    expect(await sweep()).toBe(0);
    expect(await metered()).toEqual([["second~1", "7"]]);
  });
});

describe("the daily comparison with the meter", () => {
  const reconcile = () => reconcileUsage(world.deps, addMs(world.clock.now(), minuteMs));
  const differs = "Stripe's meter differs from our usage";

  it("finds nothing when all rows are counted, and compares once a day", async () => {
    await world.endRun(workspaceId, "second", 100);
    world.clock.advance(3 * hourMs);
    expect(await reconcile()).toBe(1);
    expect(await reconcile()).toBe(0);
    world.clock.advance(dayMs);
    expect(await reconcile()).toBe(1);
    expect(errors).toEqual([]);
  });

  it("reports rows missing from the meter as an error", async () => {
    await world.stripe.webhooks({ hold: true });
    await world.stripe.rejectMeterEvents(1, "archived_meter");
    await world.endRun(workspaceId, "second", 20_000);
    world.clock.advance(3 * hourMs);
    await reconcile();
    expect(errors).toEqual([
      [differs, expect.objectContaining({ workspaceId, metered: 0, reported: 20_000 })],
    ]);
  });

  it("reports surplus rows in the meter", async () => {
    await library(world.standIn).billing.meterEvents.create({
      event_name: "plumbline_rows",
      identifier: "by-hand",
      payload: {
        stripe_customer_id: (await world.deps.billing.account(workspaceId)).customer.customerId!,
        value: "5",
      },
    });
    world.clock.advance(3 * hourMs);
    await reconcile();
    expect(errors).toEqual([[differs, expect.objectContaining({ metered: 5, reported: 0 })]]);
  });

  it("continues with the others when its time is up", async () => {
    await world.payWith(bob);
    await eventually(async () =>
      expect((await world.deps.billing.account(bob)).customer.subscription).not.toBeNull(),
    );
    world.clock.advance(3 * hourMs);
    const now = () => world.clock.now();
    expect(await reconcileUsage(world.deps, now())).toBe(1);
    expect(await reconcileUsage(world.deps, now())).toBe(1);
    expect(await reconcileUsage(world.deps, addMs(now(), minuteMs))).toBe(0);
    expect((await world.deps.billing.reconciliation())?.last).toMatchObject({ accounts: 2, differing: 0 });
  });
});
