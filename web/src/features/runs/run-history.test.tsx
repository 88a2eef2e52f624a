import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { anActiveRun, aRun, aSetup, aSummary } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listSetups", [aSetup()]);
});

const rows = async () => (await screen.findAllByRole("row")).slice(1).map((row) => within(row));

it("offers the actions that each run's status allows", async () => {
  respond("listRuns", [
    aRun({ id: "p", status: "pending", startedAt: null, finishedAt: null, summary: null }),
    aRun({ id: "a", status: "running", finishedAt: null, summary: null }),
    aRun({ id: "c", summary: aSummary({ alerts: 1, warnings: 2 }) }),
    aRun({ id: "h", status: "partial", summary: aSummary({ failed: 1 }) }),
    aRun({
      id: "f",
      status: "failed",
      summary: null,
      error: { code: "401", message: "Mixpanel refused the sign-in." },
    }),
    aRun({ id: "x", status: "cancelled", summary: null }),
    aRun({ id: "u", status: "paused" as "failed", summary: null }),
  ]);
  await renderApp("/runs");
  const [pending, running, completed, partial, failed, cancelled, unknown] = await rows();
  for (const text of ["Pending", "Not started", "—", "No results", "Cancel"]) pending!.getByText(text);
  running!.getByText("Running");
  running!.getByText("Running...");
  running!.getByRole("button", { name: "Cancel" });
  expect(running!.queryByRole("button", { name: "Rerun" })).toBeNull();
  for (const text of ["Completed", "2m 5s", "Alert", "1 alert and 2 warnings"]) completed!.getByText(text);
  expect(completed!.getByRole("link", { name: "View Report" })).toHaveAttribute("href", "/reports/c");
  completed!.getByRole("button", { name: "Rerun" });
  completed!.getByRole("button", { name: "Delete run" });
  for (const text of ["Partial", "Normal", "1 check failed", "View Report"]) partial!.getByText(text);
  for (const text of ["Failed", "No results", "Mixpanel refused the sign-in."]) failed!.getByText(text);
  expect(failed!.queryByRole("link", { name: "View Report" })).toBeNull();
  cancelled!.getByText("Cancelled");
  unknown!.getByText("Pending");
});

it("shows the progress from the latest poll", async () => {
  respond("listActiveRuns", [anActiveRun({ id: "a" })]);
  respond("listRuns", [
    aRun({ id: "a", status: "pending", startedAt: null, finishedAt: null, summary: null }),
  ]);
  await renderApp("/runs");
  expect(await screen.findByText("41 of 63 days")).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "41");
});

it("links to the setups when empty", async () => {
  respond("listRuns", []);
  await renderApp("/runs");
  expect(await screen.findByText("No runs yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/");
});

it("loads more pages", async () => {
  respond("listRuns", [aRun({ id: "r1" })], { "X-Next-Cursor": "after-r1" });
  const app = await renderApp("/runs");
  await rows();
  const second = respond("listRuns", [aRun({ id: "r2" })]);
  await app.user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByText("2 runs shown")).toBeVisible();
  expect(second[0]?.query.get("cursor")).toBe("after-r1");
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});

it("keeps the runs if more of them can't be loaded, and loads those again", async () => {
  respond(
    "listRuns",
    Array.from({ length: 25 }, (_, index) => aRun({ id: `r${index}` })),
    { "X-Next-Cursor": "after-r24" },
  );
  const app = await renderApp("/runs");
  expect(await rows()).toHaveLength(25);
  fail("listRuns", 503);
  await app.user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Unable to load runs")).toBeVisible();
  expect(await rows()).toHaveLength(25);
  const second = respond("listRuns", [aRun({ id: "r25" })]);
  await app.user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("26 runs shown")).toBeVisible();
  expect(second.map(({ query }) => query.get("cursor"))).toEqual(["after-r24"]);
});

it("cancels a run and refreshes the list", async () => {
  respond("listRuns", [aRun({ status: "running", finishedAt: null, summary: null })]);
  const app = await renderApp("/runs");
  const cancel = respond("cancelRun", aRun({ status: "cancelled" }));
  await rows();
  respond("listRuns", [aRun({ status: "cancelled", summary: null })]);
  await app.user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Run has been cancelled.")).toBeVisible();
  expect(await screen.findByText("Cancelled")).toBeVisible();
  expect(cancel).toHaveLength(1);
});

it("asks before deleting a run", async () => {
  respond("listRuns", [aRun()]);
  respond("deleteRun", undefined);
  const app = await renderApp("/runs");
  await rows();
  await app.user.click(screen.getByRole("button", { name: "Delete run" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  respond("listRuns", []);
  await app.user.click(dialog.getByRole("button", { name: "Delete Run" }));
  expect(await screen.findByText("Run has been deleted.")).toBeVisible();
});

it("opens the upgrade modal instead of rerunning when billing asks for an upgrade", async () => {
  respond("listRuns", [aRun()]);
  respond("getRunPermission", { requiresUpgrade: true, canStartRun: false, blockedBy: "free-run-used" });
  const starts = respond("startRun", { id: "r2", status: "pending", setupId: "s1" });
  const app = await renderApp("/runs");
  await rows();
  await app.user.click(screen.getByRole("button", { name: "Rerun" }));
  expect(await screen.findByRole("dialog", { name: "Upgrade to Continue Processing Data" })).toBeVisible();
  expect(starts).toHaveLength(0);
});

it("says what failed if a start fails", async () => {
  respond("listRuns", [aRun()]);
  fail("startRun", 409, { code: "setup-paused", userMessage: "The setup is paused." });
  const app = await renderApp("/runs");
  await rows();
  await app.user.click(screen.getByRole("button", { name: "Rerun" }));
  expect(await screen.findByText("Failed to start run")).toBeVisible();
  expect(screen.getByText("The setup is paused.")).toBeVisible();
});

it("shows one setup's runs and lets the user choose another", async () => {
  const calls = respond("listSetupRuns", [aRun()]);
  respond("listRuns", []);
  const app = await renderApp("/setups/s1/runs");
  await rows();
  expect(calls[0]?.params).toEqual({ id: "s1" });
  await app.user.selectOptions(screen.getByLabelText("Setup"), "All setups");
  expect(app.location()).toBe("/runs");
  expect(await screen.findByLabelText("Setup")).toHaveFocus();
});

it("says that a setup was deleted and links to all runs", async () => {
  fail("listSetupRuns", 404, { code: "not-found", message: "x" });
  await renderApp("/setups/s9/runs");
  expect(await screen.findByRole("heading", { level: 1, name: "Setup not found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "View Run History" })).toHaveAttribute("href", "/runs");
});
