import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { billingStatusQuery } from "@/data/billing";
import { fail, respond } from "@/testing/api-server";
import { aUser, aBillingStatus } from "@/testing/builders";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("getBillingConfig", { stripeAvailable: true, stripePublishableKey: "pk_test" });
  respond("getPricing", {
    product: { name: "Standard" },
    pricing: {
      currency: "usd",
      tiers: [
        { upTo: 10_000, unitAmount: 0, flatAmount: 9_900 },
        { upTo: null, unitAmount: 0.1, flatAmount: 0 },
      ],
    },
  });
  respond("getBillingSummary", {
    usage: {
      currentPeriodRows: 38_412,
      totalRows: 90_000,
      period: { start: "2026-11-01T00:00:00.000Z", end: "2026-12-01T00:00:00.000Z" },
      estimatedCost: 12_741.2,
      currency: "usd",
      breakdown: [
        { tier: "1", usage: 10_000, unitAmount: 0, cost: 9_900 },
        { tier: "2", usage: 28_412, unitAmount: 0.1, cost: 2_841.2 },
      ],
    },
    outstanding: { amount: 0, currency: "usd" },
    card: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 },
    paymentHistory: [
      {
        id: "p1",
        amount: 14_187,
        currency: "usd",
        created: "2026-11-01T12:00:00.000Z",
        status: "paid",
        invoiceUrl: "https://invoice.stripe.com/i/p1",
      },
    ],
  });
});
afterEach(() => vi.restoreAllMocks());

it("shows usage, estimate, tiers and payments", async () => {
  await renderApp("/settings");
  for (const text of [
    "38,412",
    "$127.41",
    "$0.00",
    "Nov 1–30, 2026; 90,000 in total",
    "Next invoice Dec 1, 2026",
  ])
    expect(await screen.findByText(text)).toBeVisible();
  const tiers = within(screen.getByRole("table", { name: "Pricing tiers" }));
  for (const text of ["Up to 10,000 rows", "$0.0000", "$0.0010", "Beyond 10,000, unlimited", "$28.41"])
    expect(tiers.getByText(text)).toBeVisible();
  const payments = within(screen.getByRole("table", { name: "Payment history" }));
  for (const text of ["Nov 1, 2026", "Paid", "$141.87"]) expect(payments.getByText(text)).toBeVisible();
});

it("asks before canceling, and says how long access lasts", async () => {
  const cancels = respond("cancelBilling", { cancelAt: "2026-12-01T12:00:00.000Z" });
  const { user } = await renderApp("/settings");
  await user.click(await screen.findByRole("button", { name: "Cancel Billing" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/cannot be undone/)).toBeVisible();
  expect(cancels).toHaveLength(0);

  respond("getBillingStatus", aBillingStatus({ cancelAt: "2026-12-01T12:00:00.000Z" }));
  const permissions = respond("getRunPermission", {
    requiresUpgrade: false,
    canStartRun: true,
    blockedBy: null,
  });
  const usages = respond("listUsage", []);
  expect(question.getByRole("button", { name: "Keep plan" })).toBeVisible();
  await user.click(question.getByRole("button", { name: "Cancel plan" }));
  expect(await screen.findByText("Billing cancelled")).toBeVisible();
  expect(await screen.findByText("Ends Dec 1, 2026")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel Billing" })).toBeNull());
  // Both may be off screen, and are refetched all the same.
  await waitFor(() => expect(permissions.length).toBeGreaterThan(0));
  await waitFor(() => expect(usages.length).toBeGreaterThan(0));

  const resumes = respond("resumeBilling", { cancelAt: null });
  respond("getBillingStatus", aBillingStatus());
  await user.click(screen.getByRole("button", { name: "Resume plan" }));
  expect(await screen.findByText("Billing resumed")).toBeVisible();
  expect(resumes).toHaveLength(1);
  expect(await screen.findByRole("button", { name: "Cancel Billing" })).toBeVisible();
});

it("says what is stopping runs, and lets an owner set the spending limit", async () => {
  respond("getBillingStatus", aBillingStatus({ blockedBy: "spending-limit", spendingLimitCents: 15_000 }));
  const limits = respond("setSpendingLimit", { spendingLimitCents: 20_050 });
  const { user } = await renderApp("/settings");
  expect(await screen.findByText("Runs are stopped")).toBeVisible();
  expect(screen.getByText(/This period has reached the spending limit/)).toBeVisible();
  const field = screen.getByLabelText("Limit per billing period (USD)");
  expect(field).toHaveValue("150");
  await user.clear(field);
  await user.type(field, "200.50");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Spending limit saved")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove limit" }));
  await waitFor(() =>
    expect(limits.map(({ body }) => body)).toEqual([
      { spendingLimitCents: 20_050 },
      { spendingLimitCents: null },
    ]),
  );
});

it("keeps a typed spending limit when a later poll fails", async () => {
  const { user, queryClient } = await renderApp("/settings");
  const field = await screen.findByLabelText("Limit per billing period (USD)");
  await user.clear(field);
  await user.type(field, "200.50");
  fail("getBillingStatus", 503);
  await queryClient.refetchQueries({ queryKey: billingStatusQuery().queryKey });
  expect(queryClient.getQueryState(billingStatusQuery().queryKey)?.status).toBe("error");
  const limits = respond("setSpendingLimit", { spendingLimitCents: 20_050 });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(limits.map(({ body }) => body)).toEqual([{ spendingLimitCents: 20_050 }]));
});

it("shows the period's cost against the limit, and the projected cost", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-16T00:00:00.000Z"), toFake: ["Date"] });
  respond("getBillingStatus", aBillingStatus({ spendingLimitCents: 15_000 }));
  // 38,412 rows in the first 15 of 30 days, and as many in the rest: $99 and 66,824 × $0.001.
  const forecast = { rows: 76_824, cents: 16_582.4 };
  respond("getBillingEstimate", {
    setups: [],
    monthlyRows: null,
    monthlyCost: null,
    forecast,
    currency: "usd",
  });
  await renderApp("/settings");
  expect(await screen.findByText("$165.82 by Nov 30, 2026 with your schedules")).toBeVisible();
  expect(screen.getByRole("meter", { name: "Spending limit" })).toHaveAttribute("aria-valuenow", "84");
  expect(screen.getByText("80% of the spending limit reached")).toBeVisible();
  // The limit's 61,000 rows are reached 23.8 days after the first instant of the period.
  expect(
    screen.getByText("$127.41 of $150.00. With your schedules, runs stop on Nov 24, 2026."),
  ).toBeVisible();
  vi.useRealTimers();
});

it("cancels once the password was given, if the login is too old", async () => {
  const refusals = fail("cancelBilling", 403, {
    code: "sign-in-again",
    userMessage: "Enter your password again.",
  });
  const { user } = await renderApp("/settings");
  await user.click(await screen.findByRole("button", { name: "Cancel Billing" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Cancel plan" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it's you" }));
  const cancels = respond("cancelBilling", { cancelAt: "2026-12-01T12:00:00.000Z" });
  await user.type(dialog.getByLabelText("Current password"), demoPassword);
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("Billing cancelled")).toBeVisible();
  expect([refusals, cancels].map(({ length }) => length)).toEqual([1, 1]);
});

it("says that canceling failed", async () => {
  fail("cancelBilling", 500);
  const { user } = await renderApp("/settings");
  await user.click(await screen.findByRole("button", { name: "Cancel Billing" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Cancel plan" }));
  expect(
    await screen.findByText("Failed to cancel billing. Please contact support if this issue persists."),
  ).toBeVisible();
});

it("asks to log in on a 401, and offers a retry on other errors", async () => {
  fail("getBillingSummary", 401);
  const first = await renderApp("/settings");
  expect(await screen.findByText("Authentication Required")).toBeVisible();
  expect(screen.getByText("Please sign in to view your billing information and usage data.")).toBeVisible();
  first.unmount();

  fail("getBillingSummary", 500);
  await renderApp("/settings");
  expect(await screen.findByText("Billing Information Unavailable")).toBeVisible();
});

it("estimates a month from a typed number of rows", async () => {
  await renderApp("/settings");
  const rows = await screen.findByRole("textbox", { name: "Rows you expect in a month" });
  expect(screen.getByText("$134.00")).toBeVisible();
  fireEvent.change(rows, { target: { value: "20,000" } });
  expect(screen.getByText("$109.00")).toBeVisible();
  fireEvent.change(rows, { target: { value: "none" } });
  expect(screen.getAllByText("$99.00").length).toBeGreaterThan(0);
});

it("says that payment is not available yet without Stripe, and requests no prices", async () => {
  respond("getBillingConfig", { stripeAvailable: false, stripePublishableKey: null });
  const prices = respond("getPricing", { product: { name: "" }, pricing: { currency: "usd", tiers: [] } });
  await renderApp("/settings");
  expect(await screen.findByText("Payment Setup Unavailable")).toBeVisible();
  expect(screen.getByText("Beyond 10,000, unlimited")).toBeVisible();
  expect(prices).toHaveLength(0);
});

it("lets a failed card be replaced, and succeeds only once a payment does", async () => {
  const failing = aBillingStatus({ status: "payment_failed", hasPaymentMethod: true });
  const statuses = respond("getBillingStatus", failing);
  respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  vi.spyOn(window, "open").mockReturnValue({ closed: true } as Window);
  const { user } = await renderApp("/settings");
  await user.click(await screen.findByRole("button", { name: "Update Payment Method" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/The last payment failed/)).toBeVisible();
  const before = statuses.length;
  await user.click(dialog.getByRole("button", { name: "Set Up Payment Method" }));
  expect(await dialog.findByText("Confirming your payment method...")).toBeVisible();
  await waitFor(() => expect(statuses.length).toBeGreaterThan(before));
  expect(screen.queryByText("Payment method confirmed")).toBeNull();

  respond("getBillingStatus", aBillingStatus());
  expect(await screen.findByText("Payment method confirmed")).toBeVisible();
  expect(screen.getByText("Active")).toBeVisible();
});
