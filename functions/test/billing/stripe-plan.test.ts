import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ada } from "../../src/testing/tenants.js";
import { library, secretKey } from "../../../emulators/src/stripe/testing.js";
import { startStripe } from "../../../emulators/src/stripe/server.js";
import { handledEvents } from "../../src/contract/integrations/stripe-events.js";
import { stripePayments } from "../../src/adapters/stripe/stripe-payments.js";
import { minuteMs } from "../../src/common/time.js";
import { createPlan } from "../../src/cli/stripe-plan.js";
import { standardPrice } from "../../src/features/billing/plan-price.js";

let standIn: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => {
  standIn = await startStripe({ port: 0, secretKey });
});
afterEach(() => standIn.close());

it("creates the plan once, as the product expects it", async () => {
  const options = { appUrl: "https://app.example.com/", meterEvent: "other_rows" };
  const first = await createPlan(library(standIn), options);
  expect(first).toMatchObject({
    webhookSecret: expect.stringMatching(/^whsec_/),
    meterWebhookSecret: expect.stringMatching(/^whsec_/),
    mended: [],
  });
  expect(await createPlan(library(standIn), options)).toEqual({
    ...first,
    webhookSecret: null,
    meterWebhookSecret: null,
  });

  const payments = stripePayments({
    apiBase: standIn.url,
    secretKey,
    publishableKey: "pk",
    webhookSecret: first.webhookSecret,
    meterWebhookSecret: null,
    priceId: first.priceId,
    meterEvent: "other_rows",
  })!;
  expect(await payments.planPrice(null)).toEqual(standardPrice);
  const customerId = await payments.createCustomer({
    workspaceId: ada,
    email: "a@example.com",
    displayName: "Ada",
    gone: null,
  });
  const at = new Date().toISOString();
  expect(await payments.meter({ customerId, identifier: "run-1", rows: 3, at })).toBe("counted");
  expect(await payments.meter({ customerId, identifier: "run-1", rows: 3, at })).toBe("known");
  const minute = Math.floor(Date.parse(at) / minuteMs) * minuteMs;
  const [from, until] = [minute, minute + minuteMs].map((ms) => new Date(ms).toISOString());
  expect(await payments.meteredRows(customerId, from!, until!)).toBe(3);
  const stripe = library(standIn);
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  expect(endpoint).toMatchObject({
    url: "https://app.example.com/api/v1/billing/webhook",
    enabled_events: [...handledEvents],
  });
  await stripe.webhookEndpoints.update(endpoint!.id, { enabled_events: ["invoice.paid"] });
  await createPlan(stripe, options);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([endpoint]);
});

it("doesn't use a price fed by another meter, because nobody would be billed", async () => {
  const stripe = library(standIn);
  const options = { appUrl: "https://app.example.com", meterEvent: "other_rows" };
  await createPlan(stripe, options);
  await expect(createPlan(stripe, { ...options, meterEvent: "renamed_rows" })).rejects.toThrow(
    /another meter/,
  );
});

describe("what an earlier run or a person left behind", () => {
  const options = { appUrl: "https://app.example.com", meterEvent: "left_rows" };
  const endpointOf = async (stripe: Stripe) =>
    (await stripe.webhookEndpoints.list()).data.find(({ status }) => status === "enabled");
  let stripe: Stripe;
  beforeEach(() => {
    stripe = library(standIn);
  });

  it("is fixed and listed: a disabled endpoint, missing events, an archived price, a disabled destination", async () => {
    const { priceId } = await createPlan(stripe, options);
    const endpoint = (await endpointOf(stripe))!;
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true, enabled_events: ["invoice.paid"] });
    await stripe.prices.update(priceId, { active: false });
    const [destination] = (await stripe.v2.core.eventDestinations.list()).data;
    await stripe.v2.core.eventDestinations.disable(destination!.id);
    const again = await createPlan(stripe, options);
    expect(again.mended).toEqual([
      `The price ${priceId} was archived; it is active again.`,
      `The webhook endpoint ${endpoint.id} was disabled; it is enabled again.`,
      expect.stringContaining(
        `The webhook endpoint ${endpoint.id} was missing the events checkout.session.completed`,
      ),
      `The event destination ${destination!.id} was disabled; it is enabled again.`,
    ]);
    expect((await stripe.prices.retrieve(priceId)).active).toBe(true);
    expect((await createPlan(stripe, options)).mended).toEqual([]);
  });

  it("with a different API version is replaced only on request, because the secret changes", async () => {
    const { id } = await stripe.webhookEndpoints.create({
      url: "https://app.example.com/api/v1/billing/webhook",
      enabled_events: [...handledEvents],
      api_version: "2024-06-20",
    });
    await expect(createPlan(stripe, options)).rejects.toThrow(
      `The webhook endpoint ${id} uses API version 2024-06-20; this release needs ${Stripe.API_VERSION}. Run again with --new-webhook.`,
    );
    const replaced = await createPlan(stripe, { ...options, newWebhook: true });
    expect(replaced.webhookSecret).toMatch(/^whsec_/);
    expect((await endpointOf(stripe))?.api_version).toBe(Stripe.API_VERSION);
    expect((await createPlan(stripe, options)).webhookSecret).toBeNull();
  });

  it("with other tiers is listed, and replaced on request for new subscriptions", async () => {
    const { priceId } = await createPlan(stripe, options);
    const { recurring, product } = await stripe.prices.retrieve(priceId);
    const other = await stripe.prices.create({
      product: typeof product === "string" ? product : product.id,
      currency: "usd",
      lookup_key: "plumbline_standard_rows_v1",
      transfer_lookup_key: true,
      billing_scheme: "tiered",
      tiers_mode: "graduated",
      recurring: { interval: "month", usage_type: "metered", meter: recurring!.meter! },
      tiers: [{ up_to: "inf", unit_amount: 2 }],
    });
    await expect(createPlan(stripe, options)).rejects.toThrow(
      `The price ${other.id} has the tiers beyond: 0 + 2 cents a row; the plan has up to 10000: 9900 + 0 cents a row, beyond: 0 + 0.1 cents a row. Run again with --new-price.`,
    );
    const replaced = await createPlan(stripe, { ...options, newPrice: true });
    expect([priceId, other.id]).not.toContain(replaced.priceId);
    expect((await createPlan(stripe, options)).priceId).toBe(replaced.priceId);
  });
});

it("is off unless everything is configured", () => {
  const whole = {
    apiBase: null,
    secretKey,
    publishableKey: "pk",
    webhookSecret: "whsec",
    meterWebhookSecret: null,
    priceId: "price",
    meterEvent: "rows",
  };
  expect(stripePayments(whole)).not.toBeNull();
  for (const name of ["secretKey", "publishableKey", "webhookSecret", "priceId"])
    expect(stripePayments({ ...whole, [name]: null })).toBeNull();
});
