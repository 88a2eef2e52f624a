import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { monthlyCost } from "../../../functions/src/contract/prices/check-usage.js";
import { standardTiers } from "../../../functions/src/contract/prices/tier-costs.js";
import { library, startTestStripe, webhookSecret } from "./testing.js";
import { localPlan } from "./keys.js";

type TestStripe = Awaited<ReturnType<typeof startTestStripe>>;
let test: TestStripe;
let stripe: Stripe;
const noon = new Date("2026-01-31T12:00:00Z");

beforeEach(async () => {
  test = await startTestStripe({ now: () => noon });
  stripe = test.stripe;
});
afterEach(() => test.close());

async function checkout(customer: string): Promise<string> {
  const { url } = await stripe.checkout.sessions.create({
    mode: "setup",
    customer,
    allowed_payment_method_types: ["card"],
    success_url: "http://127.0.0.1:5000/settings?checkout=done&session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:5000/settings",
  });
  return url!;
}

/** Makes a card the customer's default. */
async function useCard(customer: string, card: string): Promise<void> {
  const url = await checkout(customer);
  await test.enterCard(url, card);
  const { setup_intent } = await stripe.checkout.sessions.retrieve(url.split("/").at(-1)!, {
    expand: ["setup_intent"],
  });
  const { payment_method } = setup_intent as Stripe.SetupIntent;
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: payment_method as string },
  });
}

/** A customer with a default card and a subscription to the local plan. */
async function subscriber(card = "4242424242424242") {
  const customer = await stripe.customers.create({ email: "a@example.com" });
  await useCard(customer.id, card);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: localPlan.priceId }],
  });
  return { customer, subscription };
}

const use = (customer: string, rows: number, identifier: string, at: Date = noon) =>
  stripe.billing.meterEvents.create({
    event_name: localPlan.meterEvent,
    identifier,
    timestamp: at.getTime() / 1_000,
    payload: { stripe_customer_id: customer, value: String(rows) },
  });

const invoices = async (customer: string) => (await stripe.invoices.list({ customer })).data;
const types = async () => (await test.deliveries()).map(({ type }) => type);

describe("the API", () => {
  it("accepts only its own key", async () => {
    await expect(library(test.standIn, "sk_wrong").customers.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
  });

  it("refuses unknown, missing and invalid parameters with Stripe's errors", async () => {
    const create = (params: unknown) => stripe.customers.create(params as Stripe.CustomerCreateParams);
    await expect(create({ shoe_size: 44 })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "parameter_unknown",
      param: "shoe_size",
    });
    await expect(
      stripe.subscriptions.create({ items: [{ price: localPlan.priceId }] }),
    ).rejects.toMatchObject({ code: "parameter_missing", param: "customer" });
    await expect(stripe.invoices.list({ limit: 1000 })).rejects.toMatchObject({ param: "limit" });
    await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 });
  });

  it("runs a call with an idempotency key once, and refuses the key for another call", async () => {
    const options = { idempotencyKey: "once" };
    const first = await stripe.customers.create({ email: "a@example.com" }, options);
    const again = await stripe.customers.create({ email: "a@example.com" }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    await expect(stripe.customers.create({ email: "b@example.com" }, options)).rejects.toMatchObject({
      type: "StripeIdempotencyError",
    });
    await test.moveClock({ days: 1 });
    expect((await stripe.customers.create({ email: "a@example.com" }, options)).id).not.toBe(first.id);
  });

  it("expands what is requested, and hides tiers otherwise", async () => {
    const plain = await stripe.prices.retrieve(localPlan.priceId);
    expect(plain).toMatchObject({ product: localPlan.productId });
    expect(plain.tiers).toBeUndefined();
    const { tiers, product } = await stripe.prices.retrieve(localPlan.priceId, {
      expand: ["tiers", "product"],
    });
    expect(product).toMatchObject({ name: "Plumbline Standard" });
    expect(tiers!.map(({ up_to, unit_amount_decimal }) => [up_to, String(unit_amount_decimal)])).toEqual([
      [10_000, "0"],
      [null, "0.1"],
    ]);
  });

  it("pages lists, newest first", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await stripe.customers.create({ name: `${n}` })).id);
    const found: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) found.push(id);
    expect(found).toEqual(ids);
  });
});

describe("the hosted page", () => {
  it("shows a form, accepts 4242…, attaches the method and redirects to the return address", async () => {
    const customer = await stripe.customers.create({ email: "a@example.com" });
    const url = await checkout(customer.id);
    expect(await (await fetch(url)).text()).toContain("Card number");
    const response = await test.enterCard(url, "4242 4242 4242 4242");
    expect(response.status).toBe(303);
    const sessionId = url.split("/").at(-1)!;
    expect(response.headers.get("location")).toBe(
      `http://127.0.0.1:5000/settings?checkout=done&session=${sessionId}`,
    );
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["setup_intent.payment_method"],
    });
    expect(session).toMatchObject({
      status: "complete",
      url: null,
      setup_intent: {
        status: "succeeded",
        payment_method: { customer: customer.id, card: { last4: "4242" } },
      },
    });
    expect((await fetch(url)).status).toBe(410);
    expect(await types()).toContain("checkout.session.completed");
  });

  it.each([
    ["4000000000000002", {}, "Your card was declined."],
    ["4000000000009995", {}, "insufficient funds"],
    ["4111111111111111", {}, "test mode"],
    ["4242424242424241", {}, "number is invalid"],
    ["4242424242424242", { expiry: "01/26" }, "in the past"],
    ["4242424242424242", { expiry: "13/34" }, "in the past or incomplete"],
    ["4242424242424242", { cvc: "1" }, "security code"],
  ])("refuses %s %o", async (card, more, message) => {
    const url = await checkout((await stripe.customers.create()).id);
    // A card is valid through its expiration month.
    const expired = "expiry" in more && more.expiry === "01/26" ? { expiry: "12/25" } : more;
    const response = await test.enterCard(url, card, expired);
    expect(response.status).toBe(402);
    expect((await response.text()).replaceAll("&#39;", "'")).toContain(message);
    expect(await types()).not.toContain("checkout.session.completed");
  });

  it("asks for authentication if the card needs it", async () => {
    const url = await checkout((await stripe.customers.create()).id);
    const card = "4000002500003155";
    const asked = await test.enterCard(url, card);
    expect(asked.status).toBe(200);
    expect(await asked.text()).toContain("Complete authentication");
    expect((await test.enterCard(url, card, { authentication: "fail" })).status).toBe(402);
    expect((await test.enterCard(url, card, { authentication: "complete" })).status).toBe(303);
  });

  it("expires after a day, and does not echo what was typed as HTML", async () => {
    const url = await checkout((await stripe.customers.create()).id);
    const echoed = await (await test.enterCard(url, '"><script>alert(1)</script>')).text();
    expect(echoed).not.toContain("<script>");
    await test.moveClock({ days: 1 });
    expect((await fetch(url)).status).toBe(410);
    expect((await fetch(`${test.standIn.url}/c/pay/cs_test_none`)).status).toBe(404);
  });
});

describe("meters", () => {
  it("count an identifier once within a day, and sum by the events' own times", async () => {
    const { id } = await stripe.customers.create();
    await use(id, 10, "run-1");
    await use(id, 5, "run-2", new Date(noon.getTime() - 60_000));
    await expect(use(id, 10, "run-1")).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      message: "An event already exists with identifier run-1.",
    });
    const minute = noon.getTime() / 1_000;
    const { data } = await stripe.billing.meters.listEventSummaries(localPlan.meterId, {
      customer: id,
      start_time: minute,
      end_time: minute + 60,
    });
    expect(data.map(({ aggregated_value }) => aggregated_value)).toEqual([10]);
    await test.moveClock({ days: 1 });
    await use(id, 10, "run-1");
  });

  it("refuse unknown customers, old times and values that are not numbers", async () => {
    const { id } = await stripe.customers.create();
    await expect(use("cus_none", 1, "a")).rejects.toMatchObject({ code: "resource_missing" });
    await expect(use(id, 1, "b", new Date("2025-12-20"))).rejects.toMatchObject({ param: "timestamp" });
    await expect(use(id, NaN, "c")).rejects.toMatchObject({ code: "meter_event_invalid_value" });
  });
});

describe("subscriptions", () => {
  it("begin with an invoice for nothing, and are billed by tier an hour after each month", async () => {
    const { customer, subscription } = await subscriber();
    expect(subscription).toMatchObject({ status: "active", cancel_at_period_end: false });
    await use(customer.id, 10_000, "run-1");
    await use(customer.id, 15, "run-2");
    await test.moveClock({ to: "2026-02-28T12:00:00Z" });
    expect((await invoices(customer.id))[0]).toMatchObject({ status: "draft" });
    // Late usage with a time in the period still counts while the invoice is a draft.
    await use(customer.id, 5, "run-3", new Date("2026-02-28T11:59:59Z"));
    await use(customer.id, 7, "run-4", new Date("2026-02-28T12:00:00Z"));
    await test.moveClock({ seconds: 3_600 });
    const [second, first] = await invoices(customer.id);
    expect(first).toMatchObject({ total: 0, status: "paid" });
    expect(second).toMatchObject({ total: 9_902, amount_paid: 9_902, status: "paid" });
    expect(second!.lines.data.map(({ amount, quantity }) => [quantity, amount])).toEqual([
      [10_000, 9_900],
      [20, 2],
    ]);
    const { items } = await stripe.subscriptions.retrieve(subscription.id);
    expect(new Date(items.data[0]!.current_period_end * 1_000).toISOString()).toBe(
      "2026-03-31T12:00:00.000Z",
    );
  });

  it("bill a year of daily runs at the monthly cost that every screen shows", async () => {
    const { customer } = await subscriber();
    const checks = 3_348;
    const year = Array.from({ length: 365 }, (_, day) => new Date(noon.getTime() + day * 86_400_000));
    for (const [day, at] of year.entries()) {
      await test.moveClock({ to: at.toISOString() });
      await use(customer.id, checks, `run-${day}`, at);
    }
    await test.moveClock({ to: "2027-01-31T13:00:00Z" });
    const { data } = await stripe.invoices.list({ customer: customer.id, limit: 100 });
    const billed = data.filter(({ total }) => total > 0);
    expect(billed).toHaveLength(12);
    const cents = billed.reduce((sum, { total }) => sum + total, 0) / 12;
    const shown = monthlyCost(standardTiers, [{ cron: "0 6 * * *", includeWeekends: true, checks }]);
    expect(Math.abs(cents - shown.cents)).toBeLessThan(1);
  });

  it("bill the flat fee for a month without usage, and round half a cent of a tier up", async () => {
    const { customer } = await subscriber();
    await test.moveClock({ to: "2026-02-28T13:00:00Z" });
    expect((await invoices(customer.id))[0]).toMatchObject({ total: 9_900 });
    await test.moveClock({ to: "2026-03-01T00:00:00Z" });
    await use(customer.id, 10_005, "run-1", new Date("2026-03-01T00:00:00Z"));
    await test.moveClock({ to: "2026-03-31T13:00:00Z" });
    expect((await invoices(customer.id))[0]).toMatchObject({ total: 9_901 });
  });

  it("end with their period when cancelled, continue when resumed, and cannot be changed afterwards", async () => {
    const { customer, subscription } = await subscriber();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(new Date(cancelled.cancel_at! * 1_000).toISOString()).toBe("2026-02-28T12:00:00.000Z");
    await test.moveClock({ to: "2026-02-28T13:00:00Z" });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
    expect((await invoices(customer.id))[0]).toMatchObject({ total: 9_900, status: "paid" });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    await expect(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it("become past due with a card that is declined, and end after the last attempt", async () => {
    const { customer, subscription } = await subscriber("4000000000000341");
    await test.moveClock({ to: "2026-02-28T13:00:00Z" });
    const [open] = await invoices(customer.id);
    expect(open).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 9_900 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    await expect(stripe.invoices.pay(open!.id)).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
    });
    await test.moveClock({ days: 20 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
    expect(await types()).toContain("customer.subscription.deleted");
  });

  it("owe nothing for an invoice marked as uncollectible", async () => {
    const { customer } = await subscriber("4000000000000341");
    await test.moveClock({ to: "2026-02-28T13:00:00Z" });
    const [open] = await invoices(customer.id);
    expect((await stripe.invoices.markUncollectible(open!.id)).status).toBe("uncollectible");
    await expect(stripe.invoices.pay(open!.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await types()).toContain("invoice.marked_uncollectible");
  });

  it("recover when a better card pays", async () => {
    const { customer, subscription } = await subscriber("4000000000000341");
    await test.moveClock({ to: "2026-02-28T13:00:00Z" });
    await useCard(customer.id, "4242424242424242");
    const [open] = await invoices(customer.id);
    expect((await stripe.invoices.pay(open!.id)).status).toBe("paid");
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });
});

describe("customers", () => {
  it("are deleted with their subscription and methods", async () => {
    const { customer, subscription } = await subscriber();
    expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: "canceled" });
    expect(await types()).toEqual(
      expect.arrayContaining(["customer.deleted", "customer.subscription.deleted"]),
    );
    const gone = { code: "resource_missing", statusCode: 404 };
    await expect(checkout(customer.id)).rejects.toMatchObject(gone);
    await expect(use(customer.id, 1, "late")).rejects.toMatchObject(gone);
    await test.moveClock({ days: 40 });
    expect((await invoices(customer.id)).map(({ total }) => total)).toEqual([0]);
  });
});

describe("webhooks", () => {
  it("carry a signature that the library accepts", async () => {
    await stripe.customers.create();
    await vi.waitFor(() => expect(test.received).toHaveLength(1), 60_000);
    const { body, signature } = test.received[0]!;
    expect(stripe.webhooks.constructEvent(body, signature, webhookSecret)).toMatchObject({
      type: "customer.created",
    });
    expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow();
  });

  it("are resent until they are accepted", async () => {
    test.answers.push(500, 503);
    await stripe.customers.create();
    await vi.waitFor(() => expect(test.received).toHaveLength(3), 60_000);
    await vi.waitFor(
      async () => expect(await test.deliveries()).toMatchObject([{ state: "delivered", attempts: 3 }]),
      60_000,
    );
  });

  it("can be sent twice and on request", async () => {
    await test.webhooks({ hold: true, duplicate: 1 });
    await stripe.customers.create();
    const held = await test.deliveries();
    expect(held.map(({ eventId }) => eventId)).toEqual([held[0]!.eventId, held[0]!.eventId]);
    expect(await test.deliver(held[1]!.id)).toBe(200);
    expect(test.received).toHaveLength(1);
  });

  it("go to endpoints created through the API, with their own secret and events", async () => {
    await test.webhooks({ hold: true });
    const endpoint = await stripe.webhookEndpoints.create({
      url: "http://127.0.0.1:9/hook",
      enabled_events: ["invoice.paid"],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    await stripe.customers.create();
    expect(await test.deliveries()).toHaveLength(1);
  });
});

describe("faults", () => {
  it("refuse a call without an effect, or lose the answer after the effect", async () => {
    await test.fault({ kind: "refuse", path: "/customers" });
    await expect(stripe.customers.create()).rejects.toMatchObject({ type: "StripeAPIError" });
    await test.fault({ kind: "lose", path: "/customers" });
    // The library retries once by itself; the key ensures that only one customer is created.
    await stripe.customers.create({ name: "kept" }, { idempotencyKey: "kept" });
    expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(["kept"]);
  });
});

it("keeps everything across a restart, including its clock", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "stripe-"));
  const first = await startTestStripe({ dataDir, now: () => noon });
  await first.stripe.customers.create({ name: "kept" });
  await first.moveClock({ days: 3 });
  await first.close();
  const second = await startTestStripe({ dataDir, now: () => noon });
  expect((await second.stripe.customers.list()).data).toMatchObject([{ name: "kept" }]);
  expect((await second.stripe.customers.create()).created).toBe(noon.getTime() / 1_000 + 3 * 86_400);
  await second.close();
  rmSync(dataDir, { recursive: true });
});
