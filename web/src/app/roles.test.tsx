import type { Role } from "@contract/workspaces";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { billingStatusQuery } from "@/data/billing";
import { currentUserQuery } from "@/data/user";
import { respond } from "@/testing/api-server";
import { aBillingStatus, aConnection, anIncident, aRun, aSetup, aUser } from "@/testing/builders";
import { aReport } from "@/testing/report-builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { changingNames } from "../../e2e/journeys/routes";

const { timeline: _timeline, ...open } = anIncident();

function respondAs(role: Role): void {
  respondQuietly();
  respond("getCurrentUser", aUser({ workspaces: [{ ...aUser().workspaces[0]!, role }] }));
  respond("listConnections", [aConnection()]);
  respond("getConnection", aConnection({ status: "failed" }));
  respond("listSetups", [aSetup()]);
  respond("getSetup", aSetup());
  respond("listRuns", [aRun()]);
  respond("listSetupRuns", [aRun()]);
  respond("listIncidents", [open]);
  respond("getIncident", anIncident());
  respond("listMembers", []);
  respond("getDataSettings", {
    events: [],
    userProperties: [],
    lastSyncedAt: "2026-11-20T09:00:00.000Z",
    latestSync: { status: "success", startedAt: "2026-11-20T09:00:00.000Z", errorMessage: null },
    connection: { id: "c1" },
    nextCursor: null,
    namesTotal: 0,
  });
  respond("getRunReport", {
    ...aRun(),
    detectors: [],
    window: null,
    historyDays: null,
    comparedWith: null,
    sameDaysAs: null,
  });
}

const offered = () =>
  ["button", "link", "checkbox"]
    .flatMap((role) => screen.queryAllByRole(role))
    .filter((element) => element.closest("main"))
    .map((element) => element.getAttribute("aria-label") ?? element.textContent)
    .filter((name) => changingNames.test(name));

/** Each screen, and something on it that shows that it has loaded. */
const screens: [path: string, shows: string | RegExp][] = [
  ["/", "Core funnel tracking"],
  ["/setups", "Core funnel tracking"],
  ["/setups/s1", "Recent activity"],
  ["/setups/new", "Editors can create setups"],
  ["/setups/s1/edit", "Editors can change setups"],
  ["/runs", "View Report"],
  ["/setups/s1/runs", "View Report"],
  ["/incidents", /^Checkout Started/],
  ["/incidents/i1", "What the last run found"],
  ["/connections", "Storefront production"],
  ["/connection-status/c1", "Admins can verify and edit connections."],
  ["/data-settings", /Editors can exclude them/],
  ["/reports/r1", "View setup"],
];

describe("a viewer", () => {
  beforeEach(() => respondAs("viewer"));

  it.each(screens)("is offered no change on %s", async (path, shows) => {
    const { queryClient } = await renderApp(path);
    await waitFor(() => expect(queryClient.getQueryData(currentUserQuery().queryKey)).toBeDefined());
    expect((await screen.findAllByText(shows))[0]).toBeVisible();
    await waitFor(() => expect(offered()).toEqual([]));
  });
});

describe("a viewer, when there is something to do,", () => {
  beforeEach(() => respondAs("viewer"));
  const running = aRun({ status: "running", finishedAt: null, summary: null });
  const failed = aRun({
    status: "failed",
    summary: null,
    error: { code: "credentials", message: "Refused." },
  });
  const billed = {
    usage: {
      currentPeriodRows: 0,
      totalRows: 0,
      period: { start: "2026-11-01T00:00:00.000Z", end: "2026-12-01T00:00:00.000Z" },
      estimatedCost: 0,
      currency: "usd",
      breakdown: [],
    },
    outstanding: { amount: 0, currency: "usd" },
    card: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 },
    paymentHistory: [],
  };
  const refusal = { code: "monthly-limit", message: "The limit is reached.", count: 5, runId: "r1" };

  it.each<[what: string, path: string, shows: string | RegExp, given: () => void]>([
    ["a running run", "/", "Recent Runs", () => respond("listRuns", [running])],
    ["a running run", "/reports/r1", "Run in progress", () => respond("getRunReport", aReport(running))],
    [
      "a refused sign-in",
      "/reports/r1",
      "Admins can edit the connection.",
      () => respond("getRunReport", aReport(failed)),
    ],
    [
      "a setup paused by refusals",
      "/setups/s1",
      /Editors can resume the setup/,
      () => respond("getSetup", aSetup({ status: "paused", refusal })),
    ],
    ["a card on file", "/settings", /^Visa ending in 4242/, () => respond("getBillingSummary", billed)],
    ["no connection", "/", "Admins can connect a Mixpanel project.", () => respond("listConnections", [])],
    ["no setup", "/", "Editors can create setups.", () => respond("listSetups", [])],
  ])("is offered no change for %s on %s", async (_what, path, shows, given) => {
    given();
    const { queryClient } = await renderApp(path);
    await waitFor(() => expect(queryClient.getQueryData(currentUserQuery().queryKey)).toBeDefined());
    expect((await screen.findAllByText(shows))[0]).toBeVisible();
    await waitFor(() => expect(offered()).toEqual([]));
  });

  it("may filter the events of Data Settings", async () => {
    const { user } = await renderApp("/data-settings");
    await user.click(await screen.findByRole("switch", { name: "Excluded only" }));
    expect(screen.getByRole("switch", { name: "Excluded only" })).toBeChecked();
  });
});

describe("an owner", () => {
  beforeEach(() => respondAs("owner"));

  it.each(screens.filter(([path]) => ["/setups", "/runs", "/incidents", "/connections"].includes(path)))(
    "is offered changes on %s",
    async (path, shows) => {
      await renderApp(path);
      expect((await screen.findAllByText(shows))[0]).toBeVisible();
      expect(offered()).not.toEqual([]);
    },
  );
});

describe("the upgrade modal", () => {
  afterEach(() => sessionStorage.clear());

  const exhausted = aBillingStatus({
    status: "free_quota_exhausted",
    freeQuotaUsed: 1,
    hasPaymentMethod: false,
  });
  const opened = async (path: string) => {
    respond("getBillingStatus", exhausted);
    const { queryClient } = await renderApp(path);
    await waitFor(() => {
      expect(queryClient.getQueryData(billingStatusQuery().queryKey)).toBeDefined();
      expect(queryClient.getQueryData(currentUserQuery().queryKey)).toBeDefined();
    });
    return screen.queryByRole("dialog");
  };

  it.each(["viewer", "editor", "admin"] as const)("doesn't open by itself for a role of %s", async (role) => {
    respondAs(role);
    expect(await opened("/setups")).toBeNull();
  });

  it("doesn't open by itself over an incident", async () => {
    respondAs("owner");
    expect(await opened("/incidents/i1")).toBeNull();
  });

  it("is replaced by who can pay if an editor starts a run that needs it", async () => {
    respondAs("editor");
    respond("getRunPermission", { requiresUpgrade: true, canStartRun: false, blockedBy: "free-run-used" });
    const { user } = await renderApp("/setups");
    await user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText(/An owner of the workspace can set up a payment method/)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
