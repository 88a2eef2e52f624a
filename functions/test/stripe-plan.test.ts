import { afterAll, beforeAll, expect, it } from "vitest";
import { library, secretKey } from "../../emulators/src/stripe/testing.js";
import { startStripe } from "../../emulators/src/stripe/server.js";
import { handledEvents } from "../src/adapters/stripe/read-event.js";
import { stripePayments } from "../src/adapters/stripe/stripe-payments.js";
import { createPlan } from "../src/cli/stripe-plan.js";
import { standardPrice } from "../src/features/billing/plan-price.js";

let standIn: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  standIn = await startStripe({ port: 0, secretKey });
});
afterAll(() => standIn.close());

it("makes the plan once, as the product expects it", async () => {
  const options = { appUrl: "https://app.example.com/", meterEvent: "other_rows" };
  const first = await createPlan(library(standIn), options);
  expect(first.webhookSecret).toMatch(/^whsec_/);
  expect(await createPlan(library(standIn), options)).toEqual({ ...first, webhookSecret: null });

  const payments = stripePayments({
    apiBase: standIn.url,
    secretKey,
    publishableKey: "pk",
    webhookSecret: first.webhookSecret,
    priceId: first.priceId,
    meterEvent: "other_rows",
  })!;
  expect(await payments.planPrice(null)).toEqual(standardPrice);
  const customerId = await payments.createCustomer({
    uid: "ada",
    email: "a@example.com",
    displayName: "Ada",
    gone: null,
  });
  const at = new Date().toISOString();
  expect(await payments.meter({ customerId, runId: "run-1", rows: 3, at })).toBe("counted");
  expect(await payments.meter({ customerId, runId: "run-1", rows: 3, at })).toBe("known");
  expect(await payments.meteredRows(customerId, at)).toBe(3);
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

it("does not hand out a price that another meter feeds: nobody would be billed", async () => {
  const stripe = library(standIn);
  const options = { appUrl: "https://app.example.com", meterEvent: "other_rows" };
  await createPlan(stripe, options);
  await expect(createPlan(stripe, { ...options, meterEvent: "renamed_rows" })).rejects.toThrow(
    /another meter/,
  );
});

it("is off unless everything is configured", () => {
  const whole = {
    apiBase: null,
    secretKey,
    publishableKey: "pk",
    webhookSecret: "whsec",
    priceId: "price",
    meterEvent: "rows",
  };
  expect(stripePayments(whole)).not.toBeNull();
  for (const name of ["secretKey", "publishableKey", "webhookSecret", "priceId"])
    expect(stripePayments({ ...whole, [name]: null })).toBeNull();
});
