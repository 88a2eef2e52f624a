import type { Run } from "@contract/runs";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, respond, heldBack } from "@/testing/api-server";
import { aConnection, anActiveRun, anIncident, aRun, aSetup, aSummary, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("listSetups", [aSetup()]);
  respond("listRuns", []);
  respond("listSetupRuns", []);
});

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

it("says what is broken now, and titles the tab Home", async () => {
  respond("listSetups", [aSetup(), aSetup({ id: "s2", name: "Search" })]);
  respond("listRuns", [
    aRun({ id: "r2", setupId: "s2", setup: { ...aRun().setup, id: "s2", name: "Search" } }),
    aRun({ id: "r1", summary: aSummary({ alerts: 3, warnings: 2 }) }),
  ]);
  const { timeline: _timeline, ...incident } = anIncident();
  const handled = { ...incident, id: "i2", status: "acknowledged" as const };
  const finding = { ...incident.finding, headline: "Signup −50% since Nov 18" };
  const over = { ...incident, id: "i3", detectorState: "recovered" as const, finding };
  respond("listIncidents", [incident, handled, over]);
  const { unmount } = await renderApp("/");
  // The same number as in the navigation.
  expect(await screen.findByRole("link", { name: "2 open incidents" })).toHaveAttribute("href", "/incidents");
  await waitFor(() =>
    expect(screen.getByRole("link", { name: /^Incidents/ })).toHaveTextContent("Incidents 2 open"),
  );
  expect(screen.getByRole("link", { name: incident.finding.headline })).toHaveAttribute(
    "href",
    "/incidents/i1",
  );
  expect(document.title).toBe("Home · Plumbline");
  unmount();
  respond("listRuns", [aRun({ status: "failed", summary: null })]);
  respond("listIncidents", [over]);
  const failed = await renderApp("/");
  expect(await screen.findByText(/, all recovered: .* Last run failed/)).toBeVisible();
  failed.unmount();
  respond("listRuns", [aRun()]);
  respond("listIncidents", []);
  await renderApp("/");
  expect(await screen.findByText("Nothing is broken: no open incidents.")).toBeVisible();
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
  const { timeline: _timeline, ...incident } = anIncident();
  const ended = () => aRun({ finishedAt: new Date().toISOString(), summary: aSummary({ alerts: 1 }) });

  it("is never shown next to outdated data", { timeout: 120_000 }, async () => {
    respond("listActiveRuns", [anActiveRun()]);
    respond("listRuns", [aRun({ status: "running", finishedAt: null, summary: null })]);
    const { user } = await renderApp("/incidents");
    await screen.findByText("The first run is in progress");
    // It ends before the active run is fetched again.
    const [incidents, setupRuns] = [heldBack([incident]), heldBack([ended()])];
    respond("listRuns", [ended()]);
    const calls = respond("listIncidents", () => incidents.answer);
    respond("listSetupRuns", () => setupRuns.answer);
    respond("listActiveRuns", []);
    respond("getRunReport", reportOf(ended()));
    await user.click(screen.getByRole("link", { name: "Home" }));
    const table = within(await screen.findByRole("region", { name: "Recent Runs" }));
    await table.findByText("Completed");
    expect(screen.queryByText(/Nothing is broken|Run a setup/)).toBeNull();
    expect((await card("Active Setups")).queryByText("No runs yet")).toBeNull();
    setupRuns.release();
    incidents.release();
    expect(await screen.findByRole("link", { name: "1 open incident" })).toBeVisible();
    expect(await (await card("Active Setups")).findByText("1 alert")).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it("shows its incidents as soon as they are recorded, not only what was known when it ended", async () => {
    const unrecorded = { ...ended(), isRecorded: false };
    respond("listRuns", [unrecorded]);
    respond("listIncidents", []);
    const { queryClient } = await renderApp("/");
    await screen.findByRole("region", { name: "Recent Runs" });
    respond("listRuns", [ended()]);
    respond("listIncidents", [incident]);
    await queryClient.invalidateQueries({ queryKey: ["runs", "recent", "all"] });
    expect(await screen.findByRole("link", { name: "1 open incident" })).toBeVisible();
  });

  it("is announced once, as soon as a list of runs has it", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    const { queryClient } = await renderApp("/");
    await screen.findByText("Run a setup to see what is broken.");
    respond("getRunReport", reportOf(ended()));
    respond("listActiveRuns", []);
    respond("listRuns", [ended()]);
    respond("listSetupRuns", [ended()]);
    const calls = respond("listIncidents", [incident]);
    await queryClient.invalidateQueries({ queryKey: ["runs", "recent", "all"] });
    expect(await screen.findByRole("link", { name: "1 open incident" })).toBeVisible();
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
    const calls = respond("listSetupRuns", [
      aRun({ id: "r3", summary: aSummary({ alerts: 2 }) }),
      aRun({ id: "x", status: "cancelled", summary: null }),
      aRun({ id: "r2", status: "failed", summary: null }),
      aRun({ id: "r1" }),
    ]);
    await renderApp("/");
    const setups = await card("Active Setups");
    expect(
      await setups.findByRole("img", { name: "Last 3 runs: 1 alert, 1 normal, 1 failed" }),
    ).toBeVisible();
    expect(setups.getByText("2 alerts")).toBeVisible();
    expect(calls[0]?.params).toEqual({ id: "s1" });
    expect(calls[0]?.query.get("limit")).toBe("20");
  });

  it("says that one is running", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    await renderApp("/");
    expect(await (await card("Active Setups")).findByText("Running...")).toBeVisible();
  });
});
