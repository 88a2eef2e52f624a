import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { apiServer, fail, hang, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, anActiveRun, aRun, aSetup, aSummary } from "@/testing/builders";
import { browserTimeZone, formatDateTime } from "@/lib/format";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(respondQuietly);

describe("the list", () => {
  it("shows 3 skeletons while it loads", async () => {
    hang("listSetups");
    await renderApp("/setups");
    expect(await screen.findAllByTestId("skeleton-card")).toHaveLength(3);
  });

  it("offers the first setup when there is none", async () => {
    respond("listSetups", []);
    await renderApp("/setups");
    expect(await screen.findByText("No setups yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "Create Your First Setup" })).toHaveAttribute(
      "href",
      "/setups/new",
    );
  });

  it("shows why it couldn't be read, and retries", async () => {
    fail("listSetups", 429);
    const app = await renderApp("/setups");
    expect(await screen.findByText("Failed to fetch /api/v1/setups")).toBeVisible();
    respond("listSetups", []);
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No setups yet")).toBeVisible();
  });

  it("shows a setup's details and last result, with Last Run always 'Never'", async () => {
    respond("listSetups", [
      aSetup(),
      aSetup({ id: "s2", name: "By hand", scheduleCron: "", status: "paused" }),
    ]);
    respond("listSetupResults", [
      { setupId: "s1", last: aRun(), outcomes: ["alert"] },
      { setupId: "s2", last: null, outcomes: [] },
    ]);
    await renderApp("/setups");
    const card = within(await screen.findByRole("region", { name: "Core funnel tracking" }));
    expect(await card.findByText("Nov 20, 2026")).toBeVisible();
    for (const text of [
      ...["Schedule", "Created", "Last Run", "Status"],
      "Storefront production",
      "Browse to paid order.",
      "0 9 * * 1",
      "Sep 2, 2026",
      "Never",
      "Active",
    ])
      expect(card.getByText(text)).toBeVisible();
    expect(card.getByRole("link", { name: "View Details" })).toHaveAttribute("href", "/setups/s1");
    const paused = within(screen.getByRole("region", { name: "By hand" }));
    expect(paused.getByText("Manual only")).toBeVisible();
    expect(paused.getByText("No results yet")).toBeVisible();
    expect(paused.getByRole("button", { name: "Run" })).toBeDisabled();
  });

  it("starts a run", async () => {
    respond("listSetups", [aSetup()]);
    const calls = respond("startRun", { id: "r9", status: "pending", setupId: "s1" });
    const app = await renderApp("/setups");
    await app.user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText("The quality check run has been started.")).toBeVisible();
    expect(calls[0]?.params).toEqual({ id: "s1" });
  });

  it("blocks a start while another run is active", async () => {
    respond("listSetups", [aSetup(), aSetup({ id: "s2", name: "Other" })]);
    respond("listActiveRuns", [anActiveRun()]);
    const calls = respond("startRun", { id: "r9", status: "pending", setupId: "s2" });
    const app = await renderApp("/setups");
    const running = within(await screen.findByRole("region", { name: "Core funnel tracking" }));
    expect(await running.findByText("Active Run in Progress")).toBeVisible();
    expect(running.getByText(/^41 of 63/)).toBeVisible();
    expect(running.getByRole("button", { name: "Run Active" })).toBeDisabled();
    await app.user.click(
      within(screen.getByRole("region", { name: "Other" })).getByRole("button", { name: "Run" }),
    );
    expect(await screen.findByText("Cannot Start New Run")).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("says the same if another tab was faster", async () => {
    respond("listSetups", [aSetup()]);
    fail("startRun", 409, { code: "run-already-active", message: "x", requestId: "1" });
    const app = await renderApp("/setups");
    await app.user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText("Cannot Start New Run")).toBeVisible();
  });

  it("asks before deleting, and says what failed", async () => {
    respond("listSetups", [aSetup()]);
    fail("deleteSetup", 409, { code: "run-active", userMessage: "A run is active." });
    const app = await renderApp("/setups");
    await app.user.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Setup" }));
    dialog.getByText("Are you sure you want to delete this setup? This action cannot be undone.");
    await app.user.click(dialog.getByRole("button", { name: "Delete Setup" }));
    expect(await screen.findByText("Failed to delete setup")).toBeVisible();
    expect(screen.getByText("A run is active.")).toBeVisible();
  });
});

describe("the details", () => {
  beforeEach(() => {
    respond("listDetectors", aCatalogue());
    respond(
      "listSetupRuns",
      [1, 2, 3, 4].map((n) => aRun({ id: `r${n}` })),
    );
  });

  it("says 'Invalid setup URL' for an invalid id", async () => {
    await renderApp("/setups/a.b");
    expect(await screen.findByText("Invalid setup URL")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Setups" })).toHaveAttribute("href", "/setups");
  });

  it("says 'Setup not found' for an unknown one", async () => {
    fail("getSetup", 404);
    await renderApp("/setups/s9");
    expect(await screen.findByText("Setup not found")).toBeVisible();
    expect(screen.getByText(/Reports of a deleted setup are still in the run history/)).toBeVisible();
    expect(screen.getByRole("link", { name: "View Run History" })).toHaveAttribute("href", "/runs");
  });

  it("shows an older setup, whose checks are key strings", async () => {
    const { selectedDetectors: _, ...setup } = aSetup();
    const older = {
      ...setup,
      selectedDetectors: ["event_count_change"],
      useCases: { event_count_change: { checkBackDays: 14, thresholdPercent: 45 } },
    };
    apiServer.use(http.get("*/api/v1/setups/s1", () => HttpResponse.json(older)));
    respond("listDetectors", aCatalogue());
    respond("listSetupRuns", []);
    respond("listConnections", [aConnection()]);
    respond("getSetupEstimate", { rowsPerRun: null, perDetector: [] });
    const app = await renderApp("/setups/s1");
    expect(await screen.findByRole("row", { name: "Check event_count_change 14 days 45%" })).toBeVisible();
    app.unmount();
    const wizard = await renderApp("/setups/s1/edit");
    await wizard.user.click(await screen.findByRole("button", { name: "Next" }));
    expect(await screen.findByRole("checkbox", { name: "Check event_count_change" })).toBeChecked();
  });

  it("shows detectors with lookback and threshold, and the 3 latest runs", async () => {
    respond(
      "getSetup",
      aSetup({
        includeWeekends: false,
        selectedDetectors: [
          { key: "event_count_change", settings: { checkBackDays: 14, thresholdPercent: 45 } },
          { key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } },
        ],
      }),
    );
    await renderApp("/setups/s1");
    expect(await screen.findByRole("row", { name: "Check event_count_change 14 days 45%" })).toBeVisible();
    expect(screen.getByRole("row", { name: "Check event_stopped 7 days None" })).toBeVisible();
    expect(screen.getByText("No")).toBeVisible();
    await waitFor(() => expect(screen.getAllByText("Completed")).toHaveLength(3));
    expect(screen.getByRole("link", { name: "View Run History" })).toHaveAttribute("href", "/setups/s1/runs");
  });

  it("shows the next run in the schedule's time zone, and in the reader's if clocks differ", async () => {
    const schedule = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-22T21:00:00.000Z" };
    respond("getSetup", aSetup({ ...schedule, scheduleTimezone: "Asia/Tokyo" }));
    const tokyo = await renderApp("/setups/s1");
    expect(await screen.findByText(/^Nov 23, 2026, 06:00 AM Asia\/Tokyo/)).toHaveTextContent(
      `(${formatDateTime(schedule.nextRunAt)} your time)`,
    );
    expect(screen.getByText("Daily, 06:00 AM Asia/Tokyo")).toBeVisible();
    tokyo.unmount();
    respond("getSetup", aSetup({ ...schedule, scheduleTimezone: browserTimeZone() }));
    await renderApp("/setups/s1");
    expect(await screen.findByText(formatDateTime(schedule.nextRunAt))).toBeVisible();
    expect(screen.queryByText(/your time/)).toBeNull();
  });

  it("pauses and resumes", async () => {
    respond("getSetup", aSetup());
    const calls = respond("updateSetup", aSetup({ status: "paused" }));
    const app = await renderApp("/setups/s1");
    const pause = await screen.findByRole("button", { name: "Pause Setup" });
    respond("getSetup", aSetup({ status: "paused" }));
    await app.user.click(pause);
    expect(await screen.findByText("Setup has been paused.")).toBeVisible();
    expect(calls[0]?.body).toEqual({ status: "paused" });
    expect(await screen.findByRole("button", { name: "Resume Setup" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Paused" })).toBeDisabled();
  });

  it("shows an unknown status as archived", async () => {
    respond("getSetup", aSetup({ status: "shelved" as "paused" }));
    await renderApp("/setups/s1");
    expect(await screen.findByText("Archived")).toBeVisible();
  });

  it("shows findings as 'Alert' with their counts", async () => {
    respond("getSetup", aSetup());
    respond("listSetupRuns", [aRun({ summary: aSummary({ alerts: 3, warnings: 1 }) })]);
    await renderApp("/setups/s1");
    expect(await screen.findByText("Alert")).toBeVisible();
    expect(screen.getByText("3 alerts and 1 warning")).toBeVisible();
  });
});

describe("a setup whose scheduled runs are refused", () => {
  beforeEach(() => void respond("listDetectors", []));
  const refusal = {
    code: "upgrade-required",
    message: "Set up a payment method to run more checks.",
    runId: "r1",
  };

  it("says so while it is active", async () => {
    respond("getSetup", aSetup({ refusal: { ...refusal, count: 3 } }));
    await renderApp("/setups/s1");
    expect(await screen.findByText("Scheduled runs can't start")).toBeVisible();
    expect(screen.getByText(/Refused 3 times in a row/)).toBeVisible();
  });

  it("offers to resume once that has paused it", async () => {
    respond("getSetup", aSetup({ status: "paused", refusal: { ...refusal, count: 5 } }));
    const calls = respond("updateSetup", aSetup());
    const app = await renderApp("/setups/s1");
    expect(await screen.findByText("Paused after 5 refused runs in a row")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ status: "active" }));
  });

  it.each([
    ["nobody manages the workspace anymore", "no-manager", "No owner or admin can log in anymore."],
    ["the schedule has no next run", "schedule-ended", "The schedule 0 9 29 2 * has no next run."],
  ])("says that %s", async (_name, code, message) => {
    respond("getSetup", aSetup({ status: "paused", refusal: { code, message, count: 1, runId: "r1" } }));
    await renderApp("/setups/s1");
    expect(await screen.findByText(message, { exact: false })).toBeVisible();
  });

  it("doesn't mention it if a user paused the setup", async () => {
    respond("getSetup", aSetup({ status: "paused", refusal: { ...refusal, count: 2 } }));
    await renderApp("/setups/s1");
    await screen.findByRole("button", { name: "Resume Setup" });
    expect(screen.queryByText(/refused/i)).toBeNull();
  });
});
