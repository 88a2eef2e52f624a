import { screen, waitFor, within } from "@testing-library/react";
import { monthlyCost } from "@contract/prices/check-usage";
import { standardTiers } from "@contract/prices/tier-costs";
import type { ActiveRun, SetupResults } from "@contract/runs";
import { beforeEach, expect, it } from "vitest";
import { currentUserQuery } from "@/data/user";
import { fail, respond } from "@/testing/api-server";
import { anActiveRun, aRun, aSetup, aSummary, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const scheduled = { scheduleCron: "0 6 * * *", nextRunAt: "2026-11-22T06:00:00.000Z" };
const last = { id: "r1", status: "completed", finishedAt: "2026-11-20T09:02:05.000Z", error: null } as const;
const error = {
  code: "credentials",
  message: "Mixpanel rejected the service account. Check its username and secret.",
};
const results: SetupResults[] = [
  {
    setupId: "s0",
    last: { ...last, summary: aSummary({ alerts: 3, warnings: 2 }) },
    outcomes: ["alert", "failed", "normal"],
  },
  { setupId: "s1", last: { ...last, summary: aSummary({ warnings: 1 }) }, outcomes: ["warning"] },
  { setupId: "s2", last: { ...last, status: "failed", summary: null, error }, outcomes: ["failed"] },
  { setupId: "s3", last: { ...last, summary: aSummary() }, outcomes: ["normal"] },
  ...["s4", "s5", "s6", "s7"].map((setupId) => ({ setupId, last: null, outcomes: [] })),
];
const priceOf = (setupId: string, rowsPerRun: number | null, cents: number | null) => ({
  setupId,
  name: setupId,
  runsPerMonth: 365 / 12,
  rowsPerRun,
  basis: rowsPerRun === null ? ("unknown" as const) : ("last-run" as const),
  monthlyCost: cents,
});

beforeEach(() => {
  respondQuietly();
  respond(
    "listSetups",
    Array.from({ length: 8 }, (_, place) =>
      aSetup({
        id: `s${place}`,
        name: `Setup ${place === 0 ? 10 : 8 - place}`,
        status: place === 7 ? "paused" : "active",
        ...(place < 2 || place === 7 ? scheduled : { scheduleCron: "" }),
      }),
    ),
  );
  respond("listSetupResults", results);
  const month = monthlyCost(standardTiers, [{ cron: "0 6 * * *", includeWeekends: true, checks: 1_050 }]);
  respond("getBillingEstimate", {
    setups: [priceOf("s0", 1_000, 3_042), priceOf("s1", 50, 152)],
    monthlyRows: month.checks,
    monthlyCost: month.cents,
    forecast: null,
    currency: "usd",
  });
});

const rows = () =>
  within(screen.getByRole("table", { name: "Setups" }))
    .getAllByRole("row")
    .slice(1);
const names = () => rows().map((row) => within(row).getByRole("link").textContent);
const rowOf = (name: string) =>
  rows().find((row) => within(row).getByRole("link").textContent === name) ?? document.body;

async function openList() {
  const app = await renderApp("/setups");
  await waitFor(() => expect(rowOf("Setup 10")).toHaveTextContent("3 alerts and 2 warnings"));
  return app;
}

async function openRunning() {
  const app = await renderApp("/setups");
  await waitFor(() => expect(rowOf("Setup 10")).toHaveTextContent("Reading days, 41 of 63 days"));
  return app;
}

it("is a table from 8 setups on, by name", async () => {
  await openList();
  expect(names()).toEqual([1, 2, 3, 4, 5, 6, 7, 10].map((number) => `Setup ${number}`));
  expect(within(rowOf("Setup 10")).getByRole("link")).toHaveAttribute("href", "/setups/s0");
  expect(
    within(rowOf("Setup 10")).getByRole("img", { name: "Last 3 runs: 1 alert, 1 normal, 1 failed" }),
  ).toBeVisible();
  expect(rowOf("Setup 6")).toHaveTextContent("Mixpanel rejected the service account");
  expect(rowOf("Setup 6")).not.toHaveTextContent("Check its username");
  expect(rowOf("Setup 5")).toHaveTextContent("Normal");
  expect(rowOf("Setup 4")).toHaveTextContent("No results yet");
  expect(rowOf("Setup 4")).toHaveTextContent("when started");
  expect(rowOf("Setup 1")).toHaveTextContent("when resumed");
  expect(screen.getByRole("button", { name: "Run Setup 1" })).toBeDisabled();
});

it("prices each schedule without the base price, and all together with it", async () => {
  await openList();
  expect(rowOf("Setup 10")).toHaveTextContent("$30.42");
  expect(rowOf("Setup 7")).toHaveTextContent("$1.52");
  // Paused and manual ones cost nothing.
  for (const name of ["Setup 1", "Setup 4"]) expect(rowOf(name)).toHaveTextContent("$0.00");
  expect(screen.getByText(/All schedules together/)).toHaveTextContent(
    "All schedules together: 31,938 billable checks, $120.94 a month. The first 10,000 are in the $99.00, then $0.001 each.",
  );
});

it("says that a schedule can't be priced before the first sync", async () => {
  respond("getBillingEstimate", {
    setups: [priceOf("s0", 1_000, 3_042), priceOf("s1", null, null)],
    monthlyRows: null,
    monthlyCost: null,
    forecast: null,
    currency: "usd",
  });
  await openList();
  expect(rowOf("Setup 7")).toHaveTextContent("Not known yet");
  expect(screen.getByText("Your schedules can be priced after the first schema sync.")).toBeVisible();
});

it("filters, and keeps the filters in the address", async () => {
  const { user, location } = await openList();
  for (const [result, expected] of [
    ["Alert", ["Setup 10"]],
    ["Warning", ["Setup 7"]],
    ["Failed", ["Setup 6"]],
    ["Normal", ["Setup 5"]],
  ] as const) {
    await user.selectOptions(screen.getByLabelText("Last result"), result);
    expect(names()).toEqual(expected);
  }
  await user.selectOptions(screen.getByLabelText("Last result"), "Any result");
  await user.selectOptions(screen.getByLabelText("State"), "Paused");
  expect(names()).toEqual(["Setup 1"]);
  await user.selectOptions(screen.getByLabelText("State"), "Active and paused");
  await user.click(document.body);
  await user.keyboard("/");
  expect(screen.getByRole("searchbox")).toHaveFocus();
  await user.keyboard("setup 10");
  expect(names()).toEqual(["Setup 10"]);
  expect(location()).toBe("/setups?name=setup+10");
  await user.keyboard("x");
  expect(screen.getByRole("heading", { name: "No setups match" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(names()).toHaveLength(8);
});

it("sorts by its heads", async () => {
  const { user } = await openList();
  const head = (name: string) => screen.getByRole("columnheader", { name });
  expect(head("Setup")).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(head("Last result")).getByRole("button"));
  expect(names().slice(0, 5)).toEqual(["Setup 10", "Setup 6", "Setup 7", "Setup 5", "Setup 1"]);
  await user.click(within(head("A month")).getByRole("button"));
  await user.click(within(head("A month")).getByRole("button"));
  expect(head("A month")).toHaveAttribute("aria-sort", "descending");
  expect(names().slice(0, 3)).toEqual(["Setup 10", "Setup 7", "Setup 1"]);
  await user.click(within(head("Next run")).getByRole("button"));
  expect(names().slice(0, 3)).toEqual(["Setup 7", "Setup 10", "Setup 1"]);
});

it("sorts without its heads, which small screens don't show", async () => {
  const { user, location } = await openList();
  await user.selectOptions(screen.getByLabelText("Sort setups"), "Sort by last result");
  expect(names().slice(0, 4)).toEqual(["Setup 10", "Setup 6", "Setup 7", "Setup 5"]);
  await user.selectOptions(screen.getByLabelText("Sort setups"), "Sort by price a month, descending");
  expect(names().slice(0, 3)).toEqual(["Setup 10", "Setup 7", "Setup 1"]);
  expect(location()).toBe("/setups?sort=-month");
});

it("offers a viewer no change, not even while one runs", async () => {
  respond("getCurrentUser", aUser({ workspaces: [{ ...aUser().workspaces[0]!, role: "viewer" }] }));
  respond("listActiveRuns", [anActiveRun({ setupId: "s0" })]);
  const { queryClient } = await openRunning();
  await waitFor(() => expect(queryClient.getQueryData(currentUserQuery().queryKey)).toBeDefined());
  const table = within(screen.getByRole("table", { name: "Setups" }));
  await waitFor(() => expect(table.queryByRole("button", { name: /^(Run|Cancel|More)/ })).toBeNull());
});

it("keeps the focus while Run becomes Cancel and Cancel becomes Run", async () => {
  let active: ActiveRun[] = [];
  respond("listActiveRuns", () => active);
  respond("listSetupRuns", []);
  fail("getRunReport", 404);
  respond("startRun", () => {
    active = [anActiveRun({ id: "r9", setupId: "s0" })];
    return { id: "r9", status: "pending", setupId: "s0" };
  });
  respond("cancelRun", () => {
    active = [];
    return aRun({ status: "cancelled", summary: null });
  });
  const { user } = await openList();
  await user.click(screen.getByRole("button", { name: "Run Setup 10" }));
  const cancel = await screen.findByRole("button", { name: "Cancel the run of Setup 10" });
  expect(cancel).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("button", { name: "Run Setup 10" })).toHaveFocus();
});

it.each(["a table", "cards"])(
  "moves the focus to the next setup when one is deleted, in %s",
  async (look) => {
    let setups = Array.from({ length: look === "cards" ? 2 : 9 }, (_, place) =>
      aSetup({ id: `s${place}`, name: `Setup ${place}` }),
    );
    respond("listSetups", () => setups);
    respond("deleteSetup", () => {
      setups = setups.filter(({ id }) => id !== "s0");
      return undefined;
    });
    const { user } = await renderApp("/setups");
    if (look === "cards") await user.click((await screen.findAllByRole("button", { name: "Delete" }))[0]!);
    else {
      await user.click(await screen.findByRole("button", { name: "More for Setup 0" }));
      await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    }
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Setup" }));
    await user.click(dialog.getByRole("button", { name: "Delete Setup" }));
    await waitFor(() => expect(screen.queryByText("Setup 0")).toBeNull());
    const next = { name: look === "cards" ? "Delete" : "More for Setup 1" };
    await waitFor(() => expect(screen.getByRole("button", next)).toHaveFocus());
  },
);

it("says what a running setup does, and cancels it", async () => {
  respond("listActiveRuns", [anActiveRun({ setupId: "s0" })]);
  const calls = respond("cancelRun", aRun({ status: "cancelled", summary: null }));
  const { user } = await openRunning();
  expect(rowOf("Setup 10")).toHaveTextContent("Running now");
  await user.click(screen.getByRole("button", { name: "Cancel the run of Setup 10" }));
  await waitFor(() => expect(calls[0]?.params).toEqual({ runId: "r1" }));
});

it("pauses, opens for editing and deletes from the row's menu", async () => {
  const updates = respond("updateSetup", aSetup({ status: "paused" }));
  const deletions = respond("deleteSetup", undefined);
  const { user, location } = await openList();
  const choose = async (item: string) => {
    await user.click(screen.getByRole("button", { name: "More for Setup 10" }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };
  await choose("Pause");
  expect(await screen.findByText("Setup has been paused.")).toBeVisible();
  expect(updates[0]).toMatchObject({ params: { id: "s0" }, body: { status: "paused" } });
  await choose("Delete");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Setup" }));
  await user.click(dialog.getByRole("button", { name: "Delete Setup" }));
  expect(await screen.findByText("Setup has been deleted.")).toBeVisible();
  expect(deletions[0]?.params).toEqual({ id: "s0" });
  await choose("Edit");
  await waitFor(() => expect(location()).toBe("/setups/s0/edit"));
});

it("says when results can't be loaded, and retries", async () => {
  fail("listSetupResults", 429);
  const { user } = await renderApp("/setups");
  expect(await screen.findByText("Unable to load results")).toBeVisible();
  respond("listSetupResults", results);
  await user.click(screen.getByRole("button", { name: /try again/i }));
  await waitFor(() => expect(rowOf("Setup 10")).toHaveTextContent("3 alerts"));
  expect(screen.queryByText("Unable to load results")).toBeNull();
});
