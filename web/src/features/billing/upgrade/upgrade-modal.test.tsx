import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { billingStatusQuery } from "@/data/billing";
import { fail, respond } from "@/testing/api-server";
import { aBillingStatus, aRun, aSetup } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const title = "Upgrade to Continue Processing Data";
const exhausted = aBillingStatus({
  status: "free_quota_exhausted",
  freeQuotaUsed: 1,
  hasPaymentMethod: false,
});

beforeEach(() => {
  respondQuietly();
  respond("listSetups", [aSetup()]);
  respond("getBillingConfig", { stripeAvailable: true, stripePublishableKey: "pk_test" });
  respond("listUsage", [
    {
      runId: "r1",
      setupName: "Core",
      createdAt: "2026-11-20T09:00:00.000Z",
      csvRowCount: "12410",
      csvRowCountInt: 12410,
    },
  ]);
  respond("getPricing", { product: { name: "Standard" }, pricing: { currency: "usd", tiers: [] } });
  respond("getBillingSummary", {
    usage: {
      currentPeriodRows: 0,
      totalRows: 0,
      period: null,
      estimatedCost: 0,
      currency: "usd",
      breakdown: [],
    },
    outstanding: { amount: 250, currency: "usd" },
    card: null,
    paymentHistory: [],
  });
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function openedModal() {
  const app = await renderApp("/setups");
  const dialog = await screen.findByRole("dialog", { name: title });
  return { ...app, dialog: within(dialog) };
}

const setUp = async ({ user, dialog }: Awaited<ReturnType<typeof openedModal>>) => {
  const button = dialog.getByRole("button", { name: "Set Up Payment Method" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
};

it("opens automatically once per session when the free run is used, with summary and estimate", async () => {
  respond("getBillingStatus", exhausted);
  const { user, dialog, unmount } = await openedModal();
  for (const text of ["1 of 1", "12,410", "$2.50", "None", "$101.41"])
    expect(await dialog.findByText(text)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  unmount();
  const statuses = respond("getBillingStatus", exhausted);
  await renderApp("/setups");
  await waitFor(() => expect(statuses.length).toBeGreaterThan(0));
  await screen.findByText("Core funnel tracking");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["last-run", "For 30,417 rows a month on your 1 active schedule, if each run has as many rows as its"],
  ["at-most", "For at most 30,417 rows a month on your 1 active schedule. Setups that haven't run yet count"],
] as const)("says how an estimate on the basis %s relates to the last run", async (basis, text) => {
  respond("getBillingStatus", exhausted);
  const setup = { setupId: "s1", name: "Core", runsPerMonth: 365 / 12, rowsPerRun: 1_000, basis };
  respond("getBillingEstimate", {
    setups: [{ ...setup, monthlyCost: 3_042 }],
    monthlyRows: 30_417,
    monthlyCost: 11_942,
    forecast: null,
    currency: "usd",
  });
  const { dialog } = await openedModal();
  expect(await dialog.findByText((content) => content.startsWith(text))).toBeVisible();
});

it("shows the free run's result first: opens only after a report was opened and left", async () => {
  const { queryClient, user } = await openedRuns();
  const statuses = respond("getBillingStatus", exhausted);
  await queryClient.invalidateQueries({ queryKey: ["billing"] });
  await waitFor(() => expect(statuses.length).toBeGreaterThan(0));
  expect(screen.queryByRole("dialog", { name: title })).toBeNull();

  await user.click(screen.getByRole("link", { name: "View Report" }));
  await screen.findByRole("heading", { level: 1, name: "Core funnel tracking" });
  expect(screen.queryByRole("dialog", { name: title })).toBeNull();
  await user.click(setupLink());
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
});

it("opens if the report was opened and left before the billing status arrived", async () => {
  const { queryClient, user } = await openedRuns();
  await user.click(screen.getByRole("link", { name: "View Report" }));
  await screen.findByRole("heading", { level: 1, name: "Core funnel tracking" });
  await user.click(setupLink());
  await screen.findByRole("heading", { level: 1, name: "Setups" });
  respond("getBillingStatus", exhausted);
  await queryClient.invalidateQueries({ queryKey: ["billing"] });
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
});

/** The list of runs with a completed one, opened before anything is due. */
async function openedRuns() {
  const run = aRun();
  respond("getBillingStatus", aBillingStatus({ hasPaymentMethod: false }));
  respond("listRuns", [run]);
  respond("getRunReport", {
    ...run,
    detectors: [],
    window: null,
    historyDays: null,
    comparedWith: null,
    sameDaysAs: null,
  });
  const app = await renderApp("/runs");
  await screen.findByRole("link", { name: "View Report" });
  return app;
}

const setupLink = () =>
  within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Setup", hidden: true });

it.each([
  ["a payment method exists", aBillingStatus({ ...exhausted, hasPaymentMethod: true })],
  ["no free run was used", aBillingStatus({ ...exhausted, freeQuotaUsed: 0 })],
  ["a payment failed", aBillingStatus({ ...exhausted, status: "payment_failed" })],
  ["the plan is active", aBillingStatus()],
])("does not open automatically when %s", async (_case, status) => {
  const calls = respond("getBillingStatus", status);
  await renderApp("/setups");
  await screen.findByText("Core funnel tracking");
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("ignores the last known status once all calls are refused", async () => {
  respond("getBillingStatus", exhausted);
  fail("getRunReport", 404, { code: "not-found" });
  const { user, queryClient } = await renderApp("/reports/r1");
  await waitFor(() => expect(queryClient.getQueryData(billingStatusQuery().queryKey)).toBeDefined());
  const refused = fail("getBillingStatus", 401, { code: "unauthenticated" });
  await queryClient.refetchQueries({ queryKey: billingStatusQuery().queryKey });
  expect(refused.length).toBeGreaterThan(0);
  await user.click(screen.getAllByRole("link", { name: "Setup" })[0]!);
  await screen.findByText("Core funnel tracking");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("opens when a start needs an upgrade", async () => {
  respond("getBillingStatus", aBillingStatus({ ...exhausted, status: "payment_failed" }));
  respond("getRunPermission", { requiresUpgrade: true, canStartRun: false, blockedBy: "free-run-used" });
  const { user } = await renderApp("/setups");
  await user.click(await screen.findByRole("button", { name: /^Run/ }));
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
});

it("only says so while Stripe is not configured", async () => {
  respond("getBillingStatus", exhausted);
  respond("getBillingConfig", { stripeAvailable: false, stripePublishableKey: null });
  const intents = respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  await setUp(await openedModal());
  expect(await screen.findByText("Payment Setup Unavailable")).toBeVisible();
  expect(
    screen.getByText("Stripe is not yet configured. Payment setup will be available soon."),
  ).toBeVisible();
  expect(intents).toHaveLength(0);
});

it("opens an 800 by 600 window, and says if it is blocked", async () => {
  respond("getBillingStatus", exhausted);
  const intents = respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await setUp(await openedModal());
  // By role, which doesn't find what a dialog hides from screen readers.
  const toasts = within(await screen.findByRole("region", { name: "Notifications" }));
  expect(await toasts.findByText("Popup Blocked")).toBeVisible();
  expect(toasts.getByText("Please allow popups for this site and try again.")).toBeVisible();
  expect(intents.map(({ body }) => body)).toEqual([{}]);
  expect(open).toHaveBeenCalledWith(
    "https://pay.test/1",
    expect.any(String),
    expect.stringContaining("width=800,height=600"),
  );
});

it("shows why no checkout could be created", async () => {
  respond("getBillingStatus", exhausted);
  fail("createSetupIntent", 503, { code: "unavailable", message: "Stripe is down." });
  await setUp(await openedModal());
  expect(await screen.findByText("Setup Error")).toBeVisible();
  expect(screen.getByText("Stripe is down.")).toBeVisible();
});

it("confirms, fetches the permission, refreshes and closes once the payment method has arrived", async () => {
  respond("getBillingStatus", exhausted);
  respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  const permissions = respond("getRunPermission", {
    requiresUpgrade: false,
    canStartRun: true,
    blockedBy: null,
  });
  vi.spyOn(window, "open").mockImplementation(() => {
    respond("getBillingStatus", aBillingStatus());
    return { closed: true } as Window;
  });
  await setUp(await openedModal());
  expect(await screen.findByText("Payment method confirmed")).toBeVisible();
  expect(screen.getByText("You're all set to continue processing data.")).toBeVisible();
  expect(permissions.length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("starts the run that met the paywall once the payment method has arrived", async () => {
  respond("getBillingStatus", exhausted);
  respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  respond("getRunPermission", { requiresUpgrade: true, canStartRun: false, blockedBy: "free-run-used" });
  respond("getSetup", aSetup());
  const starts = respond("startRun", { id: "r9", status: "pending", setupId: "s1" });
  const app = await renderApp("/setups/s1");
  vi.spyOn(window, "open").mockImplementation(() => {
    respond("getBillingStatus", aBillingStatus());
    respond("getRunPermission", { requiresUpgrade: false, canStartRun: true, blockedBy: null });
    return { closed: true } as Window;
  });
  // Opened by itself first; without paying, nothing starts.
  await app.user.click(await screen.findByRole("button", { name: "Not now" }));
  await app.user.click(await screen.findByRole("button", { name: "Run Now" }));
  const dialog = await screen.findByRole("dialog");
  expect(starts).toHaveLength(0);
  await setUp({ ...app, dialog: within(dialog) });
  await waitFor(() => expect(starts).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("on the second click, opens a checkout whose window was blocked right away", async () => {
  respond("getBillingStatus", exhausted);
  const intents = respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const modal = await openedModal();
  await setUp(modal);
  expect(await screen.findByText("Popup Blocked")).toBeVisible();
  open.mockReturnValue({ closed: false } as Window);
  await setUp(modal);
  expect(await modal.dialog.findByRole("button", { name: "Waiting for Stripe..." })).toBeDisabled();
  expect(open).toHaveBeenLastCalledWith("https://pay.test/1", expect.any(String), expect.any(String));
  expect(intents).toHaveLength(1);
});

it("can be restarted once the window is closed, while the server is still being polled", async () => {
  respond("getBillingStatus", exhausted);
  const intents = respond("createSetupIntent", { checkoutUrl: "https://pay.test/1" });
  vi.spyOn(window, "open").mockReturnValue({ closed: true } as Window);
  const modal = await openedModal();
  await setUp(modal);
  expect(await modal.dialog.findByText("Confirming your payment method...")).toBeVisible();
  await setUp(modal);
  await waitFor(() => expect(intents).toHaveLength(2));
});
