import { connect, createSetup } from "../stack/account";
import { expect, isNarrow, test, toast } from "./journey";
import { breakProject, ownProjects } from "../stack/shop";

test("a run is started, shown in progress, blocks another run, is cancelled, rerun and deleted", async ({
  page,
  account,
}) => {
  const project = ownProjects.runs[isNarrow(page) ? "narrow" : "wide"];
  const connection = await connect(account, project);
  // Mixpanel's answer hangs, so that the run stays active for as long as the test needs.
  await breakProject(project, { kind: "hang", endpoint: "export", count: null });
  await createSetup(account, connection, { name: "Waiting" });
  await createSetup(account, connection, { name: "Held up" });

  await page.goto("/setups");
  const held = page.getByRole("region", { name: "Held up" });
  await held.getByRole("button", { name: "Run", exact: true }).click();
  await expect(toast(page)).toContainText("The quality check run has been started.");
  await expect(held.getByText("Active Run in Progress")).toBeVisible();
  await expect(held.getByRole("progressbar")).toBeVisible();
  await expect(held.getByRole("button", { name: "Run Active" })).toBeDisabled();

  const waiting = page.getByRole("region", { name: "Waiting" });
  await waiting.getByRole("button", { name: "Run", exact: true }).click();
  await expect(toast(page)).toContainText("Cannot Start New Run");
  await expect(toast(page)).toContainText(
    "Only one run per account can be active. Cancel the active run first.",
  );

  await held.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("button", { name: "Run Active" })).toBeDisabled();
  await page.getByRole("link", { name: "View Run History" }).click();
  await expect(page).toHaveURL(/\/setups\/[^/]+\/runs$/);
  const rows = page.getByRole("table", { name: "Runs" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("Running");
  await rows.nth(1).getByRole("button", { name: "Cancel" }).click();
  await expect(toast(page)).toContainText("Run has been cancelled.");
  await expect(rows.nth(1)).toContainText("Cancelled");
  await expect(rows.nth(1)).toContainText("No results");

  await rows.nth(1).getByRole("button", { name: "Rerun" }).click();
  await expect(toast(page)).toContainText("The quality check run has been started.");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Running", { timeout: 60_000 });
  await page.goto("/setups");
  await held.getByRole("button", { name: "Cancel Run" }).click();
  await expect(held.getByText("Active Run in Progress")).toBeHidden();

  await page.goto("/runs");
  for (const left of [2, 1]) {
    await expect(rows).toHaveCount(left + 1);
    await rows.nth(1).getByRole("button", { name: "Delete run" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Run" }).click();
    await expect(toast(page)).toContainText("Run has been deleted.");
  }
  await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/");
});
