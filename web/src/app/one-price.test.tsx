import { ChakraProvider } from "@chakra-ui/react";
import { monthlyCost } from "@contract/prices/check-usage";
import { standardTiers } from "@contract/prices/tier-costs";
import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Calculator } from "@/features/landing/sections/calculator";
import { respond } from "@/testing/api-server";
import { aBillingStatus, aCatalogue, aConnection, aSetup } from "@/testing/builders";
import { aReport } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { system } from "@/theme/system";

/** What the API answers about one daily schedule of a project in which a run has 3,348 billable checks. */
const counts = { events: 101, eventProperties: 1_000, userProperties: 48 };
const checks = 3_348;
const month = monthlyCost(standardTiers, [{ cron: "0 9 * * *", includeWeekends: true, checks }]);
const price = "$190.84";
const title = "Upgrade to Continue Processing Data";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("listDetectors", aCatalogue());
  respond("listSetups", [aSetup()]);
  respond("getSetupEstimate", { rowsPerRun: checks, perDetector: [{ key: "event_stopped", rows: checks }] });
  respond("getBillingConfig", { stripeAvailable: true, stripePublishableKey: "pk_test" });
  respond("getPricing", { product: { name: "Standard" }, pricing: { currency: "usd", tiers: [] } });
  respond("getBillingSummary", {
    usage: {
      currentPeriodRows: 0,
      totalRows: 0,
      period: { start: "2026-11-01T00:00:00.000Z", end: "2026-12-01T00:00:00.000Z" },
      estimatedCost: 9_900,
      currency: "usd",
      breakdown: [],
    },
    outstanding: { amount: 0, currency: "usd" },
    card: null,
    paymentHistory: [],
  });
  respond("getBillingEstimate", {
    setups: [
      {
        setupId: "s1",
        name: "Core",
        runsPerMonth: 365 / 12,
        rowsPerRun: checks,
        basis: "last-run",
        monthlyCost: month.cents - 9_900 + 1_000,
      },
    ],
    monthlyRows: month.checks,
    monthlyCost: month.cents,
    forecast: { rows: month.checks, cents: month.cents },
    currency: "usd",
  });
});

it("is the price of the schedule in the landing page's calculator", () => {
  render(
    <ChakraProvider value={system}>
      <Calculator example={{ name: "The shop", counts }} />
    </ChakraProvider>,
  );
  expect(screen.getByText(/3,348 billable checks per run/)).toBeVisible();
  expect(screen.getByText(price)).toBeVisible();
  expect(screen.getByText(/The shop has 101 events/)).toHaveTextContent(`at most ${price} a month.`);
});

it("is its price beside a setup's first report", async () => {
  respond("getRunReport", aReport({ comparedWith: null, rowsAnalysed: checks }));
  respond("getSetup", aSetup({ scheduleCron: "" }));
  for (const list of ["listChannels", "listRoutes", "listMembers", "listInvitations"] as const)
    respond(list, []);
  await renderApp("/reports/r1");
  const steps = within(await screen.findByRole("region", { name: "Next steps" }));
  expect(await steps.findByText(`${price} a month`)).toBeVisible();
});

it("is its price in the wizard", async () => {
  const { user } = await renderApp("/setups/new");
  await user.type(await screen.findByLabelText("Setup name"), "Core");
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText(/If run daily: at most 101,835 a month/)).toHaveTextContent(price);
});

it("is its price in the billing settings", async () => {
  respond("getBillingStatus", aBillingStatus({ spendingLimitCents: 50_000 }));
  await renderApp("/settings");
  expect(await screen.findByText(/by Nov 30, 2026 with your schedules, before tax/)).toHaveTextContent(price);
  expect(screen.getByText(`${price} by Nov 30, 2026 with your schedules`)).toBeVisible();
});

it("is its price in the upgrade dialog", async () => {
  respond(
    "getBillingStatus",
    aBillingStatus({ status: "free_quota_exhausted", freeQuotaUsed: 1, hasPaymentMethod: false }),
  );
  await renderApp("/setups");
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  expect(await dialog.findByText(price)).toBeVisible();
});
