import fc from "fast-check";
import { ada } from "../../src/testing/tenants.js";
import { expect, it, vi } from "vitest";
import { runPermission } from "../../src/features/billing/account/run-permission.js";
import { sweepUsage } from "../../src/features/billing/usage/report-usage.js";
import { standardPrice } from "../../src/features/billing/plan-price.js";
import { tierCosts, totalCents } from "../../src/contract/prices/tier-costs.js";
import { addMs, hourMs, minuteMs } from "../../src/common/time.js";
import { billingWorld, type BillingWorld } from "./world.js";
import { casesOf } from "../../src/testing/thorough.js";

/*
 * Random histories of an account: runs, checkouts, cancellations, months passing, Stripe refusing calls, losing responses
 * or later rejecting what it accepted, and webhooks that are late, repeated or out of order. Once everything has
 * arrived, all amounts must be right. Only a run whose reports got no response for a day may be missing.
 */

const workspaceId = ada;
const goodCard = "4242424242424242";
const decliningLater = "4000000000000341";

type Step =
  | { do: "pay"; card: string }
  | { do: "run"; rows: number; ends: "completed" | "partial" | "failed" | "cancelled" }
  | { do: "cancel" }
  | { do: "wait"; hours: number }
  | { do: "deliver"; which: number; isAgain: boolean }
  | { do: "fault"; kind: "refuse" | "deny" | "lose"; path: string; count: number }
  | { do: "reject"; code: string; count: number }
  | { do: "sweep" };

const rows = fc.oneof(
  fc.nat(20),
  fc.integer({ min: 9_980, max: 10_020 }),
  fc.integer({ min: 0, max: 3_000_000 }),
);
/** Delivers one of the waiting messages, or occasionally one that was already delivered. */
const deliver = (which: number): Step => ({ do: "deliver", which, isAgain: which % 5 === 0 });

const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pay"),
      card: fc.constantFrom(goodCard, goodCard, decliningLater),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("run"),
      rows,
      ends: fc.constantFrom("completed", "completed", "partial", "failed", "cancelled"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait"),
      hours: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 12, max: 30 * 24 })),
    }),
  },
  { weight: 8, arbitrary: fc.nat(1_000).map(deliver) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fault"),
      kind: fc.constantFrom("refuse", "deny", "lose"),
      path: fc.constantFrom("meter_events", "subscriptions", "customers", "/v1/"),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("reject"),
      code: fc.constantFrom("archived_meter", "no_meter", "timestamp_too_far_in_past"),
      count: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep") }) },
);

const life = {
  pay: (card: string): Step => ({ do: "pay", card }),
  run: (rows: number): Step => ({ do: "run", rows, ends: "completed" }),
  wait: (hours: number): Step => ({ do: "wait", hours }),
  fault: (kind: "deny" | "lose", path: string, count = 1): Step => ({ do: "fault", kind, path, count }),
  reject: (count: number): Step => ({ do: "reject", code: "archived_meter", count }),
  cancel: { do: "cancel" } as Step,
  sweep: { do: "sweep" } as Step,
};
/** Delivers some of Stripe's messages, in any order. */
const deliveries = fc
  .array(fc.nat(1_000), { minLength: 1, maxLength: 12 })
  .map((order) => order.map(deliver));
const month = fc.integer({ min: 28 * 24, max: 33 * 24 });

/** An account that pays, unless a fault or a missing message prevents it. */
const payer = deliveries.map((some) => [life.run(5), life.pay(goodCard), ...some]);

/** Sequences that random single steps would rarely form. Other steps come in between. */
const scenes: Record<string, fc.Arbitrary<Step[]>> = {
  "a report whose response is lost, not repeated after its identifier has expired": fc
    .tuple(payer, rows, fc.integer({ min: 24, max: 60 }))
    .map(([paying, count, hours]) => [
      ...paying,
      life.fault("lose", "meter_events"),
      life.run(count + 1),
      life.wait(hours),
      life.sweep,
    ]),
  "a report that is too late for its invoice": fc
    .tuple(payer, rows, month, deliveries)
    .map(([paying, count, hours, some]) => [
      ...paying,
      life.fault("deny", "meter_events", 2),
      life.run(count + 1),
      life.wait(hours),
      ...some,
      life.sweep,
    ]),
  "a report that is accepted and rejected later, in its own month or after it": fc
    .tuple(payer, rows, fc.integer({ min: 1, max: 2 }), fc.oneof(fc.nat(48), month), deliveries)
    .map(([paying, count, times, hours, some]) => [
      ...paying,
      life.reject(times),
      life.run(count + 1),
      life.wait(hours),
      ...some,
      life.sweep,
    ]),
  "a card that fails, and one that pays what is owed": fc
    .tuple(rows, month, deliveries, deliveries)
    .map(([count, hours, some, more]) => [
      life.pay(decliningLater),
      ...some,
      life.run(count),
      life.wait(hours),
      ...more,
      life.pay(goodCard),
      ...some,
    ]),
  "a subscription that ends, rows reported too late for it, and a new subscription": fc
    .tuple(payer, rows, month, deliveries, deliveries)
    .map(([paying, count, hours, some, more]) => [
      ...paying,
      life.cancel,
      life.fault("deny", "meter_events"),
      life.run(count),
      life.wait(hours),
      ...more,
      life.pay(goodCard),
      ...some,
      life.sweep,
    ]),
};
/** A customer or subscription whose creation gets no response, not even on the library's own retry. */
const beginning = fc
  .constantFrom("customers", "/v1/subscriptions")
  .map((path) => [life.fault("lose", path, 2), life.pay(goodCard), life.pay(goodCard)]);
const lifetime = fc
  .tuple(
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: beginning }),
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: step.map((single) => [single]) },
        { weight: 3, arbitrary: fc.oneof(...Object.values(scenes)) },
      ),
      { minLength: 8, maxLength: 22 },
    ),
  )
  .map(([first, rest]) => [...first, ...rest.flat()]);

/** The expected bill, computed only from the runs. */
type Books = { runs: number; freeUsed: boolean; billed: Map<string, number>; uncertain: Set<string> };

async function play(world: BillingWorld, books: Books, action: Step): Promise<void> {
  switch (action.do) {
    case "pay":
      await world.payWith(workspaceId, action.card);
      return;
    case "run": {
      const { billing } = await world.deps.billing.account(workspaceId);
      if (!runPermission(billing, world.clock.now()).canStartRun) return;
      const runId = `run-${++books.runs}`;
      if (action.ends === "failed" || action.ends === "cancelled") return;
      if (books.freeUsed) books.billed.set(runId, action.rows);
      books.freeUsed = true;
      await world.endRun(workspaceId, runId, action.rows);
      return;
    }
    case "cancel":
      await world.post(workspaceId, "cancel");
      return;
    case "wait":
      world.clock.advance(action.hours * hourMs + 1_234);
      await world.tick();
      return;
    case "deliver": {
      const all = await world.stripe.deliveries();
      const those = action.isAgain ? all : all.filter(({ state }) => state === "pending");
      if (those.length > 0) await world.stripe.deliver(those[action.which % those.length]!.id);
      return;
    }
    case "fault": {
      const { do: _, ...fault } = action;
      await world.stripe.fault(fault);
      return;
    }
    case "reject":
      await world.stripe.rejectMeterEvents(action.count, action.code);
      return;
    case "sweep":
      await sweep(world);
  }
}

const sweep = (world: BillingWorld) => sweepUsage(world.deps, addMs(world.clock.now(), minuteMs));

/** Delivers all messages and reports until nothing is pending. */
async function settle(world: BillingWorld): Promise<void> {
  await fetch(`${world.standIn.url}/_faults`, { method: "DELETE" });
  for (let round = 0; round < 20; round++) {
    const pending = (await world.stripe.deliveries()).filter(({ state }) => state === "pending");
    for (const { id } of pending.reverse()) await world.stripe.deliver(id);
    if ((await sweep(world)) === 0 && pending.length === 0 && (await unmetered(world)) === 0) return;
    world.clock.advance(10 * minuteMs * 2 ** Math.min(round, 5));
    await world.tick();
  }
  throw new Error("Messages or reports were still pending after 20 rounds.");
}

const unmetered = async (world: BillingWorld) =>
  (await usageOf(world)).filter(({ isMetered }) => !isMetered).length;
const usageOf = async (world: BillingWorld) =>
  (await world.deps.billing.usage(workspaceId, { limit: 100 })).items;

/** Checks that ended subscriptions stay ended and paid invoices stay paid, no matter what arrives later. */
function watch(world: BillingWorld) {
  const ended = new Set<string>();
  const paid = new Set<string>();
  return async () => {
    const { customer } = await world.deps.billing.account(workspaceId);
    for (const id of customer.endedSubscriptions) ended.add(id);
    expect(ended.has(customer.subscription?.id ?? "")).toBe(false);
    const payments = await world.deps.billing.payments(workspaceId, 100);
    const paidNow = payments.filter(({ status }) => status === "paid").map(({ id }) => id);
    for (const id of paid) expect(paidNow).toContain(id);
    for (const id of paidNow) paid.add(id);
  };
}

async function expectRightMoney(world: BillingWorld, books: Books): Promise<void> {
  const { meterEvents, invoices, subscriptions, customers, paymentMethods } = await world.state();

  // A run reported again after a rejection has a different identifier: "run-3~1".
  const counted = meterEvents.map(
    ({ identifier, payload }) => [identifier.replace(/~\d+$/, ""), Number(payload.value)] as const,
  );
  const isCounted = (runId: string) => counted.some(([id]) => id === runId);
  const isMissing = (runId: string) => books.uncertain.has(runId) && !isCounted(runId);
  const billed = [...books.billed].filter(([runId, count]) => count > 0 && !isMissing(runId));
  expect(counted.sort()).toEqual(billed.sort());

  // Every invoice matches our own books and tiers for its period.
  const usage = await usageOf(world);
  for (const { status, total, period_start: start, period_end: end } of Object.values(invoices)) {
    if (status === "draft" || start === end) continue;
    const inPeriod = usage.filter(({ runId, billedAt }) => {
      if (isMissing(runId)) return false;
      const at = billedAt === null ? -1 : Date.parse(billedAt) / 1_000;
      return at >= start && at < end;
    });
    const sum = inPeriod.reduce((count, record) => count + record.rows, 0);
    expect(total).toBe(totalCents(tierCosts(standardPrice.tiers, sum)));
  }

  // Payment history and debts match Stripe's.
  const { paymentHistory, outstanding } = (await world.get(workspaceId, "summary")).body as never as {
    paymentHistory: { amount: number; status: string }[];
    outstanding: { amount: number };
  };
  const all = Object.values(invoices).filter(({ total }) => total > 0);
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  expect(sumOf(paymentHistory.filter(({ status }) => status === "paid").map(({ amount }) => amount))).toBe(
    sumOf(all.filter(({ status }) => status === "paid").map(({ amount_paid }) => amount_paid)),
  );
  expect(outstanding.amount).toBe(
    sumOf(all.filter(({ status }) => status === "open").map(({ total }) => total)),
  );

  // If the creation of a customer got no response for more than a day, an unused one may be left over.
  const used = Object.values(customers).filter((one) => one.invoice_settings.default_payment_method !== null);
  expect(used.length).toBeLessThanOrEqual(1);
  // The card of the latest checkout is charged, no matter which message came last.
  const [latest, earlier] = Object.values(paymentMethods).sort((a, b) => b.created - a.created);
  if (latest && latest.created !== earlier?.created)
    expect(used[0]?.invoice_settings.default_payment_method).toBe(latest.id);

  // The state matches Stripe's objects and the free run.
  const live = Object.values(subscriptions).filter(({ status }) => status !== "canceled");
  expect(live.length).toBeLessThanOrEqual(1);
  const isFailing = all.some(
    ({ status, parent }) => status === "open" && parent.subscription_details.subscription === live[0]?.id,
  );
  const expected = live[0]
    ? { status: isFailing ? "payment_failed" : "active", hasPaymentMethod: true }
    : { status: books.freeUsed ? "free_quota_exhausted" : "active", hasPaymentMethod: false };
  expect((await world.get(workspaceId, "status")).body).toMatchObject({
    ...expected,
    freeQuotaUsed: books.freeUsed ? 1 : 0,
    cancelAt: live[0]?.cancel_at ? new Date(live[0].cancel_at * 1_000).toISOString() : null,
  });
}

/** Expects the current period's invoice to match the estimate to the cent. */
async function expectEstimateBilled(world: BillingWorld, books: Books): Promise<void> {
  const { customer } = await world.deps.billing.account(workspaceId);
  if (!customer.subscription || books.uncertain.size > 0) return;
  const before = new Set(Object.keys((await world.state()).invoices));
  const { usage } = (await world.get(workspaceId, "summary")).body as never as {
    usage: { estimatedCost: number };
  };
  for (;;) {
    const { invoices, subscriptions } = await world.state();
    if (Object.keys(invoices).length > before.size) break;
    // Stripe ends an unpaid subscription before its period is over.
    if (Object.values(subscriptions).every(({ status }) => status === "canceled")) return;
    world.clock.advance(12 * hourMs);
    await world.tick();
  }
  world.clock.advance(hourMs);
  await world.tick();
  const [next] = Object.values((await world.state()).invoices).filter(({ id }) => !before.has(id));
  expect(next!.total).toBe(usage.estimatedCost);
}

it(
  "bills each row once and to the cent, whatever happens and in any order",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(lifetime, async (steps) => {
        const world = await billingWorld({ hold: true });
        const books: Books = { runs: 0, freeUsed: false, billed: new Map(), uncertain: new Set() };
        const error = vi.spyOn(world.deps.logger, "error").mockImplementation((message, fields) => {
          if (message === "Stripe never said whether it counted usage")
            books.uncertain.add((fields as { runId: string }).runId);
        });
        try {
          const check = watch(world);
          for (const action of steps) {
            await play(world, books, action);
            await check();
          }
          await settle(world);
          await check();
          await expectRightMoney(world, books);
          await expectEstimateBilled(world, books);
        } finally {
          error.mockRestore();
          await world.close();
        }
      }),
      {
        numRuns: Number(process.env["PLUMBLINE_FC_RUNS"] ?? casesOf(16)),
        // Shrinking a history takes minutes, so only its seed is reported.
        endOnFailure: process.env["PLUMBLINE_FC_SHRINK"] === undefined,
      },
    );
  },
);
