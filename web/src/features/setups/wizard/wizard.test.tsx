import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, aRun, aSetup } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { clampThreshold } from "../clamp-threshold";

type App = Awaited<ReturnType<typeof renderApp>>;

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [
    aConnection({ id: "c0", projectName: "Pending one", status: "pending" }),
    aConnection({ id: "c1" }),
    aConnection({ id: "c2", projectName: "Second" }),
  ]);
  respond("listDetectors", aCatalogue());
  respond("listSetups", []);
  respond("getSetupEstimate", { rowsPerRun: 6034, perDetector: [{ key: "event_stopped", rows: 6034 }] });
});

const next = async (app: App) => app.user.click(screen.getByRole("button", { name: "Next" }));
const toStepTwo = async (app: App) => {
  await app.user.type(await screen.findByLabelText("Setup name"), "Core");
  await next(app);
  await screen.findByText(/^[59] of 9 selected$/);
};
/** The second step with nothing selected. */
const toEmptyStepTwo = async (app: App) => {
  await toStepTwo(app);
  await app.user.click(screen.getByRole("button", { name: "Clear all" }));
};

it.each([
  ["", 30],
  ["abc", 30],
  ["0", 1],
  ["-5", 1],
  ["1", 1],
  ["55", 55],
  ["100", 100],
  ["250", 100],
])("clamps the threshold %j to %i", (text, value) => expect(clampThreshold(text)).toBe(value));

it("moves the focus to the start of each step", async () => {
  const app = await renderApp("/setups/new");
  await toStepTwo(app);
  expect(screen.getByRole("group", { name: "Step 2 of 3: Select Checks" })).toHaveFocus();
  await app.user.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByRole("group", { name: "Step 1 of 3: Basic Info" })).toHaveFocus();
});

describe("Basic Info", () => {
  it("requires a name, and selects the first verified connection automatically", async () => {
    const app = await renderApp("/setups/new");
    expect(await screen.findByLabelText("Connection")).toHaveValue("c1");
    expect(screen.queryByRole("option", { name: "Pending one" })).toBeNull();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(screen.getByText("Enter a name to continue.")).toBeVisible();
    expect(screen.getByText(/Not available until verified/)).toHaveTextContent("Pending one (pending)");
    await app.user.type(screen.getByLabelText("Setup name"), "Core");
    expect(screen.getByRole("button", { name: "Next" })).toBeEnabled();
  });

  it("says what is missing when no connection is verified", async () => {
    respond("listConnections", [aConnection({ status: "failed" })]);
    const app = await renderApp("/setup-wizard");
    await app.user.type(await screen.findByLabelText("Setup name"), "Core");
    expect(
      screen.getByText("No verified connections available. Please add and verify a connection first."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  it.each([
    ["/setups/new", "/setups"],
    ["/setups/new?source=dashboard", "/"],
  ])("cancels from %s to %s", async (path, target) => {
    await renderApp(path);
    expect(await screen.findByRole("link", { name: "Cancel" })).toHaveAttribute("href", target);
    expect(screen.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/");
  });
});

describe("Select Checks", () => {
  it("shows a threshold only for detectors that have one", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    expect(screen.getByRole("radiogroup", { name: "Check back, Check event_stopped" })).toBeVisible();
    expect(screen.queryByLabelText("Threshold, Check event_stopped")).toBeNull();
    await app.user.click(screen.getByLabelText("Check event_count_change"));
    expect(screen.getByLabelText("Threshold, Check event_count_change")).toHaveValue(30);
    expect(await screen.findAllByText("6,034")).not.toHaveLength(0);
  });

  it("corrects a threshold on blur", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_count_change"));
    const threshold = screen.getByLabelText("Threshold, Check event_count_change");
    await app.user.clear(threshold);
    await app.user.type(threshold, "250");
    await app.user.tab();
    expect(threshold).toHaveValue(100);
    await app.user.clear(threshold);
    await app.user.tab();
    expect(threshold).toHaveValue(30);
  });

  it("starts with the recommended checks, which are all that the connection can run, and their price", async () => {
    const capabilities = {
      timeZone: "UTC",
      queryApi: true,
      profiles: false,
      exportTimeBasis: "utc",
      historyDays: null,
    } as const;
    respond("listConnections", [
      aConnection({ capabilities }),
      aConnection({ id: "c2", projectName: "Other" }),
    ]);
    const app = await renderApp("/setups/new");
    await toStepTwo(app);
    expect(screen.getAllByText("The service account can't access user profiles.")).toHaveLength(4);
    expect(screen.getByText("5 of 9 selected")).toBeVisible();
    expect(screen.getByLabelText("Check user_property_stopped")).not.toBeChecked();
    expect(await screen.findByText(/If run daily: at most 183,534 a month/)).toHaveTextContent("$272.53");
    await app.user.click(screen.getByRole("button", { name: "Clear all" }));
    await app.user.click(screen.getByRole("button", { name: "Choose recommended checks" }));
    expect(screen.getByText("5 of 9 selected")).toBeVisible();
  });

  it("follows the connection with its recommendation until the user has chosen", async () => {
    const app = await renderApp("/setups/new");
    await toStepTwo(app);
    expect(screen.getByText("9 of 9 selected")).toBeVisible();
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    await app.user.click(screen.getByRole("button", { name: "Back" }));
    await app.user.selectOptions(screen.getByLabelText("Connection"), "c2");
    await next(app);
    expect(screen.getByText("8 of 9 selected")).toBeVisible();
  });

  it("waits for the price until the first sync is done", async () => {
    respond("getSetupEstimate", { rowsPerRun: null, perDetector: [] });
    const app = await renderApp("/setups/new");
    await toStepTwo(app);
    expect(await screen.findByText(/Known after the first schema sync/)).toBeVisible();
    respond("getSetupEstimate", { rowsPerRun: 12, perDetector: [{ key: "event_stopped", rows: 12 }] });
    expect(await screen.findByText(/If run daily: at most 365 a month/)).toBeVisible();
  });

  it("can't be completed with nothing selected, and says why", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(screen.getByText("Select at least one check to continue.")).toBeVisible();
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    expect(screen.getByRole("button", { name: "Next" })).toBeEnabled();
    expect(screen.queryByText("Select at least one check to continue.")).toBeNull();
  });

  it("selects and clears all checks", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    expect(screen.getByText("0 of 9 selected")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Choose recommended checks" }));
    expect(screen.getByText("9 of 9 selected")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(screen.getByText("0 of 9 selected")).toBeVisible();
  });
});

const frequency = (name: string) =>
  within(screen.getByRole("radiogroup", { name: "Frequency" })).getByRole("radio", { name });
const choices = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("Schedule", () => {
  it("offers the project's time zone and a search over all others", async () => {
    const capabilities = {
      timeZone: "America/Lima",
      queryApi: true,
      profiles: true,
      exportTimeBasis: "utc",
      historyDays: null,
    } as const;
    respond("listConnections", [aConnection({ capabilities })]);
    const calls = respond("createSetup", aSetup());
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    await next(app);
    await app.user.click(frequency("Daily"));
    expect(screen.getByLabelText("Time zone")).toHaveValue("UTC");
    expect(choices("Time zone").slice(0, 2)).toEqual(["UTC", "America/Lima, the project's"]);
    expect(screen.getByText("09:00 there is 04:00 in the project's time zone.")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Use the project's time zone (America/Lima)" }));
    expect(screen.getByLabelText("Time zone")).toHaveValue("America/Lima");
    await app.user.click(screen.getByRole("button", { name: "Search all time zones" }));
    await app.user.type(screen.getByLabelText(/^Find a time zone/), "lisbon{Enter}");
    expect(screen.getByLabelText("Time zone")).toHaveValue("Europe/Lisbon");
    await app.user.click(screen.getByRole("button", { name: "Create Setup" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ scheduleTimezone: "Europe/Lisbon" }));
  });

  it("says what hourly runs find, costs what daily runs cost, and asks for no time", async () => {
    const calls = respond("createSetup", aSetup());
    const app = await renderApp("/setups/new");
    await toStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    await next(app);
    await app.user.click(frequency("Hourly"));
    expect(frequency("Hourly")).toHaveAccessibleDescription(
      "Problems with event counts are found within about 3 hours. Costs the same as daily. $272.53 183,534 checks",
    );
    expect(screen.getByLabelText("Time")).toBeDisabled();
    expect(screen.getByText("A day is billed once.")).toBeVisible();
    expect(screen.getByRole("heading", { name: "What hourly runs check" })).toBeVisible();
    await app.user.selectOptions(screen.getByLabelText("Time zone"), "Asia/Tokyo");
    expect(screen.queryByText(/in the project's time zone/)).toBeNull();
    await app.user.click(screen.getByRole("button", { name: "Create Setup" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ scheduleCron: "0 * * * *" }));
  });

  it("prices every schedule, from the one price that a day has", async () => {
    const app = await renderApp("/setups/new");
    await toStepTwo(app);
    await next(app);
    await screen.findAllByText("$272.53");
    const described = (name: string) => frequency(name).getAttribute("aria-describedby")!.split(" ")[1]!;
    const priceOf = (name: string) => document.getElementById(described(name))!.textContent;
    expect(["Hourly", "Daily", "Weekly (Monday)", "Monthly (the 1st)", "Manual"].map(priceOf)).toEqual([
      "$272.53183,534 checks",
      "$272.53183,534 checks",
      "$115.2226,219 checks",
      "$99.006,034 checks",
      "$99.00up to 10,000 checks",
    ]);
  });

  it("doesn't offer hourly runs without a check of event counts", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check user_property_stopped"));
    await next(app);
    expect(frequency("Hourly")).toBeDisabled();
    expect(screen.getByText("Hourly runs only check event counts.")).toBeVisible();
  });

  it("estimates a month of a custom schedule, and names the last run's exact number", async () => {
    respond("getSetup", aSetup({ scheduleCron: "0 9 * * 1-5" }));
    respond("listSetupRuns", [aRun({ status: "failed", rowsAnalysed: null }), aRun({ rowsAnalysed: 97 })]);
    respond("getSetupEstimate", { rowsPerRun: 100, perDetector: [{ key: "event_count_change", rows: 100 }] });
    const app = await renderApp("/setups/s1/edit");
    await screen.findByDisplayValue("Core funnel tracking");
    expect(screen.queryByRole("link", { name: "Skip for now" })).toBeNull();
    await next(app);
    expect(await screen.findByText(/On this schedule: at most 2,173 a month/)).toBeVisible();
    expect(screen.getByText("The last run had 97 billable checks.")).toBeVisible();
  });

  it("is manual by default", async () => {
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    await next(app);
    expect(frequency("Manual")).toBeChecked();
    expect(screen.queryByLabelText("Time")).toBeNull();
    expect(screen.queryByRole("radio", { name: "Custom" })).toBeNull();
    expect(screen.getByRole("button", { name: "Create Setup" })).toBeEnabled();
  });

  it("creates the setup and goes back to the list", async () => {
    const calls = respond("createSetup", aSetup());
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_count_change"));
    const days = within(screen.getByRole("radiogroup", { name: "Check back, Check event_count_change" }));
    expect(days.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual(["7", "14", "30"]);
    expect(days.getByRole("radio", { name: "7" })).toBeChecked();
    await app.user.click(days.getByRole("radio", { name: "14" }));
    await next(app);
    await app.user.click(frequency("Weekly (Monday)"));
    expect(screen.getByLabelText("Time")).toHaveValue("09:00");
    expect(choices("Time")).toHaveLength(24);
    expect(choices("Time")[0]).toBe("00:00");
    expect(screen.getByLabelText("Time zone")).toHaveValue("UTC");
    expect(choices("Time zone")).toEqual([
      "UTC, the project's",
      "America/New_York",
      "America/Chicago",
      "America/Denver",
      "America/Los_Angeles",
      "Europe/London",
      "Europe/Paris",
      "Asia/Tokyo",
    ]);
    await app.user.selectOptions(screen.getByLabelText("Time"), "23:00");
    await app.user.selectOptions(screen.getByLabelText("Time zone"), "Asia/Tokyo");
    await app.user.click(screen.getByRole("switch", { name: /Include weekends/ }));
    expect(await screen.findByText(/at most 26,219 a month/)).toHaveTextContent("$115.22");
    await app.user.click(screen.getByRole("button", { name: "Create Setup" }));
    await waitFor(() => expect(app.location()).toBe("/setups"));
    expect(screen.getByText("Setup created")).toBeVisible();
    expect(calls[0]?.body).toEqual({
      name: "Core",
      description: "",
      connectionId: "c1",
      scheduleCron: "0 23 * * 1",
      scheduleTimezone: "Asia/Tokyo",
      includeWeekends: false,
      selectedDetectors: [
        { key: "event_count_change", settings: { checkBackDays: 14, thresholdPercent: 30 } },
      ],
    });
  });

  it("estimates by the card provider's own price, in whole rows", async () => {
    respond("getBillingConfig", { stripeAvailable: true, stripePublishableKey: "pk_test" });
    const tiers = [
      { upTo: 10, unitAmount: 0, flatAmount: 5_000 },
      { upTo: null, unitAmount: 10, flatAmount: 0 },
    ];
    respond("getPricing", { product: { name: "Small" }, pricing: { currency: "eur", tiers } });
    respond("getSetup", aSetup());
    respond("getSetupEstimate", { rowsPerRun: 5, perDetector: [{ key: "event_stopped", rows: 5 }] });
    const app = await renderApp("/setups/s1/edit");
    await screen.findByDisplayValue("Core funnel tracking");
    await next(app);
    // Five rows in each of 365 ÷ 84 weeks are 21.73.
    await waitFor(() => expect(screen.getByText(/22 a month/)).toHaveTextContent("€51.20"));
  });

  it("stays and says why when creating fails", async () => {
    fail("createSetup", 400);
    const app = await renderApp("/setups/new");
    await toEmptyStepTwo(app);
    await app.user.click(screen.getByLabelText("Check event_stopped"));
    await next(app);
    await app.user.click(screen.getByRole("button", { name: "Create Setup" }));
    expect(await screen.findByText("Failed to create setup")).toBeVisible();
    expect(
      screen.getByText("Plumbline didn't accept this. Check what you entered and try again."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Create Setup" })).toBeEnabled();
  });

  it("keeps a custom cron until another frequency is chosen", async () => {
    respond("getSetup", aSetup({ scheduleCron: "*/30 6-18 * * 1-5" }));
    const calls = respond("updateSetup", aSetup());
    const app = await renderApp("/setups/s1/edit");
    await screen.findByDisplayValue("Core funnel tracking");
    expect(screen.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/setups/s1");
    await next(app);
    await next(app);
    expect(frequency("Custom")).toBeChecked();
    expect(screen.getByText("*/30 6-18 * * 1-5")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Update Setup" }));
    await waitFor(() => expect(app.location()).toBe("/setups/s1"));
    expect(calls[0]?.body).toMatchObject({ scheduleCron: "*/30 6-18 * * 1-5" });
  });
});
