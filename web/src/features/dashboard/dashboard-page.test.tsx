import type { ConnectionState } from "@contract/home";
import type { Run, SetupResults } from "@contract/runs";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, respond, heldBack } from "@/testing/api-server";
import {
  aConnection,
  aConnectionState,
  anActiveRun,
  anIncident,
  aRun,
  aSetup,
  aSummary,
  aUser,
} from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("listSetups", [aSetup()]);
  respond("listRuns", []);
});

/** The latest results of a setup: what its last run found, and how the last runs ended, newest first. */
const resultsOf = (
  setupId: string,
  outcomes: SetupResults["outcomes"],
  change: Partial<Run> = {},
): SetupResults => ({ setupId, last: aRun(change), outcomes });

const reportOf = (run: Run) => ({
  ...run,
  detectors: [],
  historyDays: null,
  comparedWith: null,
  sameDaysAs: null,
});

const card = async (name: string) => within(await screen.findByRole("region", { name }));

it("greets with and without a name", async () => {
  const { unmount } = await renderApp("/");
  expect(await screen.findByRole("heading", { name: "Welcome back, Demo!" })).toBeVisible();
  unmount();
  respond("getCurrentUser", aUser({ displayName: "" }));
  await renderApp("/", { user: { uid: "u2", email: "a@b.test", displayName: "" } });
  expect(await screen.findByRole("heading", { name: "Welcome back, there!" })).toBeVisible();
});

const { timeline: _timeline, ...checkout } = anIncident();
const began = { connectionId: "c1", day: "2026-11-18", change: null, segment: null };
const anOpenState = (change: Partial<ConnectionState> = {}) =>
  aConnectionState({
    open: 1,
    unassigned: 1,
    groups: [{ began: null, count: 1, incidents: [checkout] }],
    ...change,
  });

describe("the state of the data", () => {
  it("says what is open, why and who has it, with when it was checked, and titles the tab Home", async () => {
    const taken = { ...checkout, id: "i2", assignee: { uid: "u2", name: "Ana Torres" } };
    respond("getHome", [
      anOpenState({
        open: 12,
        unassigned: 7,
        groups: [
          {
            began: { ...began, change: { kind: "annotation", name: "Checkout v2 live" } },
            count: 8,
            incidents: [checkout, taken],
          },
        ],
        nextCheckAt: "2026-11-21T06:00:00.000Z",
      }),
      aConnectionState({
        connection: aConnection({ id: "c2", projectName: "Delivery app" }),
        muted: 2,
      }),
    ]);
    respond("listUses", {
      readAt: "2026-11-20T06:00:00.000Z",
      isComplete: true,
      events: [{ event: checkout.entity, use: { counts: { dashboard: 3 }, views: 340 } }],
      eventProperties: [],
      userProperties: [],
    });
    await renderApp("/");
    expect(await screen.findByText(/in 1 connection\. 7 are not assigned\./)).toBeVisible();
    expect(document.title).toBe("Home · Plumbline");
    const open = await card("Storefront production");
    expect(
      open.getByRole("heading", { name: "Began Nov 18, the day of “Checkout v2 live”: 8 incidents" }),
    ).toBeVisible();
    const [first, second] = open.getAllByRole("listitem");
    expect(first).toHaveTextContent("100% of the missing events have $os = Android");
    expect(first).toHaveTextContent("Not assigned");
    await waitFor(() => expect(first).toHaveTextContent("Used in 3 dashboards"));
    expect(second).toHaveTextContent("Ana Torres");
    expect(open.getByRole("link", { name: "6 more from Nov 18" })).toHaveAttribute(
      "href",
      "/incidents?connection=c1&since=2026-11-18",
    );
    expect(open.getByRole("link", { name: "4 more incidents" })).toHaveAttribute(
      "href",
      "/incidents?connection=c1",
    );
    expect(open.getByText(/^Checked Nov 20 at .* Next check Nov 21 at/)).toBeVisible();
    const clear = await card("Nothing open");
    expect(clear.getByText("Nothing open. 2 muted.")).toBeVisible();
  });

  it("is quiet when all is clear, and keeps the past", async () => {
    const days = aConnectionState().days.with(-3, {
      day: "2026-11-18",
      severity: "alert",
      headline: "Checkout Started down 43%",
      more: 10,
      runId: "r7",
    });
    respond("getHome", [aConnectionState({ days, acknowledged: 1 })]);
    const { user, location } = await renderApp("/");
    expect(await screen.findByText(/^All clear\./)).toHaveTextContent(
      "All clear. 1 incident acknowledged or muted.",
    );
    expect(screen.queryByRole("region", { name: "Storefront production" })).toBeNull();
    const strip = screen.getByRole("slider", { name: "Last 28 days of Storefront production" });
    expect(strip).toHaveAttribute("aria-valuetext", expect.stringContaining("Nothing found"));
    strip.focus();
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(strip).toHaveAttribute(
      "aria-valuetext",
      expect.stringMatching(/Nov 18.*: Checkout Started down 43%; 10 more that day/),
    );
    expect(screen.getByRole("link", { name: "View report of Nov 18" })).toBeVisible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(location()).toBe("/reports/r7"));
  });

  it("folds clear connections from six on", async () => {
    const states = Array.from({ length: 10 }, (_, place) =>
      aConnectionState({
        connection: aConnection({ id: `c${place}`, projectName: `Shop ${place}` }),
      }),
    );
    respond("getHome", states);
    const { user } = await renderApp("/");
    expect(await screen.findByText("10 connections with nothing open")).toBeVisible();
    expect(screen.queryByRole("slider")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(screen.getAllByRole("slider")).toHaveLength(10);
  });

  it("keeps connections without a run apart, and starts the first one", async () => {
    respond("getHome", [
      ...["c1", "c2"].map((id) => aConnectionState({ connection: aConnection({ id }), lastCheck: null })),
      ...["c3", "c4", "c5", "c6"].map((id) => aConnectionState({ connection: aConnection({ id }) })),
    ]);
    fail("getRunReport", 404);
    const calls = respond("startRun", { id: "r9", status: "pending", setupId: "s1" });
    const { user } = await renderApp("/");
    expect(await screen.findByText("4 connections with nothing open")).toBeVisible();
    const unchecked = await card("No runs yet");
    expect(unchecked.getByRole("link", { name: "Create a setup" })).toHaveAttribute("href", "/setups/new");
    await user.click(unchecked.getByRole("button", { name: "Run now" }));
    await waitFor(() => expect(calls[0]?.params).toEqual({ id: "s1" }));
  });

  it("says why nothing was checked, and what is under way", async () => {
    const failure = {
      runId: "r9",
      at: "2026-11-20T09:00:00.000Z",
      message: "Mixpanel refused the service account.",
    };
    respond("getHome", [aConnectionState({ failure })]);
    const failed = await renderApp("/");
    const region = await card("Storefront production");
    expect(region.getByText(/Not checked since Nov 20: Mixpanel refused/)).toBeVisible();
    expect(region.getByRole("link", { name: "Edit Connection" })).toBeVisible();
    expect(screen.queryByText(/All clear/)).toBeNull();
    failed.unmount();
    respond("getHome", [aConnectionState({ lastCheck: null })]);
    const before = await renderApp("/");
    expect(await screen.findByText("Run a setup to see what is broken.")).toBeVisible();
    expect(screen.queryByText(/Nothing open/)).toBeNull();
    before.unmount();
    respond("listActiveRuns", [anActiveRun()]);
    await renderApp("/");
    expect(await screen.findByText(/^The first run is in progress/)).toBeVisible();
    expect(screen.queryByText(/Nothing open/)).toBeNull();
  });

  it("keeps the cards below if it can't be loaded", async () => {
    fail("getHome", 500);
    await renderApp("/");
    expect(await screen.findByText("Unable to load incidents")).toBeVisible();
    expect(screen.getByRole("region", { name: "Active Setups" })).toBeVisible();
  });
});

it("says how a run ended, with a link to its report", async () => {
  respond("listActiveRuns", [anActiveRun()]);
  const { queryClient } = await renderApp("/");
  await (await card("Active Setups")).findByText("Running...");
  respond("getRunReport", reportOf(aRun()));
  respond("listActiveRuns", []);
  await queryClient.invalidateQueries({ queryKey: ["active-run"] });
  expect(await screen.findByText("Run finished")).toBeVisible();
  const toast = within(screen.getByRole("region", { name: "Notifications" }));
  expect(toast.getByRole("link", { name: "View Report" })).toHaveAttribute("href", "/reports/r1");
});

describe("a run that ends", () => {
  const isOpenIncidentShown = () =>
    waitFor(() => expect(screen.getAllByRole("link", { name: "1 open incident" })).toHaveLength(2));
  const ended = () => aRun({ finishedAt: new Date().toISOString(), summary: aSummary({ alerts: 1 }) });
  const endedResults = () => resultsOf("s1", ["alert"], ended());

  it("is never shown next to outdated data", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    respond("listRuns", [aRun({ status: "running", finishedAt: null, summary: null })]);
    const { user } = await renderApp("/incidents");
    await screen.findByText("The first run is in progress");
    // It ends before the active run is fetched again.
    const [incidents, results] = [heldBack([anOpenState()]), heldBack([endedResults()])];
    respond("listRuns", [ended()]);
    respond("getHome", () => incidents.answer);
    respond("listSetupResults", () => results.answer);
    respond("listActiveRuns", []);
    respond("getRunReport", reportOf(ended()));
    await user.click(screen.getByRole("link", { name: "Home" }));
    expect(await screen.findByRole("status", { name: "Loading home" })).toBeInTheDocument();
    expect(screen.queryByText(/All clear|Run a setup/)).toBeNull();
    results.release();
    incidents.release();
    const table = within(await screen.findByRole("region", { name: "Recent Runs" }));
    await table.findByText("Completed");
    await isOpenIncidentShown();
    expect(await (await card("Active Setups")).findByText("1 alert")).toBeVisible();
  });

  it("shows its incidents as soon as they are recorded, not only what was known when it ended", async () => {
    const unrecorded = { ...ended(), isRecorded: false };
    respond("listRuns", [unrecorded]);
    const { queryClient } = await renderApp("/");
    await screen.findByRole("region", { name: "Recent Runs" });
    respond("listRuns", [ended()]);
    respond("getHome", [anOpenState()]);
    await queryClient.invalidateQueries({ queryKey: ["runs", "recent", "all"] });
    await isOpenIncidentShown();
  });

  it("is announced once, as soon as a list of runs has it", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    const { queryClient } = await renderApp("/");
    await screen.findByText("Run a setup to see what is broken.");
    respond("getRunReport", reportOf(ended()));
    respond("listActiveRuns", []);
    respond("listRuns", [ended()]);
    respond("listSetupResults", [endedResults()]);
    const calls = respond("getHome", [anOpenState()]);
    await queryClient.invalidateQueries({ queryKey: ["runs", "recent", "all"] });
    await isOpenIncidentShown();
    expect(await screen.findByText("Run finished")).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});

describe("Recent Runs", () => {
  it("asks for ten and shows five", async () => {
    const calls = respond(
      "listRuns",
      Array.from({ length: 10 }, (_, index) => aRun({ id: `r${index}` })),
    );
    await renderApp("/");
    const runs = await card("Recent Runs");
    await waitFor(() => expect(runs.getAllByRole("row")).toHaveLength(6));
    expect(calls[0]!.query.get("limit")).toBe("10");
    expect(runs.getByRole("link", { name: "View All" })).toHaveAttribute("href", "/runs");
    expect(runs.queryByRole("button", { name: "Delete run" })).toBeNull();
  });

  it("links to the setups when empty", async () => {
    await renderApp("/");
    const runs = await card("Recent Runs");
    expect(await runs.findByText("No runs yet")).toBeVisible();
    expect(runs.getByRole("link", { name: "Go to setups" })).toHaveAttribute("href", "/setups");
  });

  it("fails on its own", async () => {
    fail("listRuns", 500, { code: "internal", message: "down" });
    await renderApp("/");
    expect(await (await card("Recent Runs")).findByRole("alert")).toHaveTextContent("down");
    expect((await card("Active Setups")).getByText("Core funnel tracking")).toBeVisible();
  });
});

describe("Active Setups", () => {
  it("shows three of the active ones and counts all of them", async () => {
    respond("listSetups", [
      ...["a", "b", "c", "d"].map((id) => aSetup({ id, name: `Setup ${id}` })),
      aSetup({ id: "p", name: "Paused one", status: "paused" }),
    ]);
    await renderApp("/");
    const setups = await card("Active Setups");
    expect(setups.getAllByRole("listitem")).toHaveLength(3);
    expect(setups.getByRole("link", { name: "View All Setups (4)" })).toHaveAttribute("href", "/setups");
    expect(setups.getByRole("link", { name: "Create" })).toHaveAttribute(
      "href",
      "/setups/new?source=dashboard",
    );
    expect(setups.queryByText("Paused one")).toBeNull();
  });

  it("offers no link to more if there are none", async () => {
    await renderApp("/");
    expect((await card("Active Setups")).queryByText(/View All Setups/)).toBeNull();
  });

  it("says when none is active", async () => {
    respond("listSetups", [aSetup({ status: "paused" })]);
    await renderApp("/");
    expect(await (await card("Active Setups")).findByText("No active setups")).toBeVisible();
  });

  it("draws the results of the setup's own last runs, and says them in words", async () => {
    respond("listSetupResults", [
      resultsOf("s1", ["alert", "failed", "normal"], { summary: aSummary({ alerts: 2 }) }),
    ]);
    await renderApp("/");
    const setups = await card("Active Setups");
    expect(
      await setups.findByRole("img", { name: "Last 3 runs: 1 alert, 1 normal, 1 failed" }),
    ).toBeVisible();
    expect(setups.getByText("2 alerts")).toBeVisible();
  });

  it("lists broken setups first, however long ago they ran", async () => {
    respond(
      "listSetups",
      ["normal", "new", "warned", "failed", "alerted"].map((id) => aSetup({ id, name: id })),
    );
    respond("listSetupResults", [
      resultsOf("normal", ["normal", "alert"]),
      { setupId: "new", last: null, outcomes: [] },
      resultsOf("warned", ["warning"], { summary: aSummary({ warnings: 2 }) }),
      resultsOf("failed", ["failed"], { status: "failed", summary: null }),
      resultsOf("alerted", ["alert"], { summary: aSummary({ alerts: 1 }) }),
    ]);
    await renderApp("/");
    const setups = (await card("Active Setups")).getAllByRole("listitem");
    for (const [place, [name, result]] of [
      ["alerted", "1 alert"],
      ["failed", "Failed"],
      ["warned", "2 warnings"],
    ].entries()) {
      expect(setups[place]).toHaveTextContent(name!);
      expect(setups[place]).toHaveTextContent(result!);
    }
  });

  it("says that one is running", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    await renderApp("/");
    expect(await (await card("Active Setups")).findByText("Running...")).toBeVisible();
  });
});

it("is read again after a setup was changed in the app", async () => {
  respond("getHome", [aConnectionState()]);
  respond("getSetup", aSetup());
  respond("listDetectors", []);
  const { user } = await renderApp("/");
  expect(await screen.findByText(/^All clear\./)).toBeVisible();
  await user.click(screen.getAllByRole("link", { name: "Setup" })[0]!);
  await user.click(await screen.findByRole("link", { name: "View Details" }));
  const changed = respond("updateSetup", aSetup({ status: "paused" }));
  const home = respond("getHome", [aConnectionState()]);
  await user.click(await screen.findByRole("button", { name: "Pause Setup" }));
  await waitFor(() => expect(changed).toHaveLength(1));
  await user.click(screen.getAllByRole("link", { name: "Home" })[0]!);
  await waitFor(() => expect(home).toHaveLength(1));
});
