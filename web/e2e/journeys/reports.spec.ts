import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { openSession } from "../stack/account";
import { expect, test } from "./journey";
import { sharedReport, type SharedReport } from "./shared-report";

let shared: SharedReport;
test.beforeEach(async ({ context }) => {
  shared = await sharedReport();
  await openSession(context, shared.account);
});

test("a report leads from the verdict to a finding, its chart, its table and its CSV file", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("table", { name: "Runs" }).getByRole("link", { name: "View Report" }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${shared.runId}$`));
  await expect(page.getByRole("heading", { level: 1, name: "All checks" })).toBeVisible();
  const checks = page.getByRole("navigation", { name: "Checks" });
  await expect(checks.getByRole("link")).toHaveCount(9);
  await checks.getByRole("link", { name: /Event stopped flowing/ }).click();
  await expect(page).toHaveURL(/#check-event_stopped$/);

  const counts = page.getByRole("region", { name: "Event count spike/drop" });
  await counts
    .getByRole("link", { name: /View Details/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Event count spike/drop" })).toBeVisible();
  await page
    .getByRole("button", { name: /^Alert Checkout Started/ })
    .first()
    .click();
  await expect(page).toHaveURL(/row=\d+/);
  await expect(page.getByRole("heading", { name: "Events per day" })).toBeVisible();
  await page.getByRole("button", { name: "View as table" }).first().click();
  await expect(page.getByRole("columnheader", { name: "Observed" }).first()).toBeVisible();

  const table = page.getByRole("region", { name: "Findings of Event count spike/drop" });
  await expect(table.getByRole("columnheader").first()).toHaveText("severity");
  await expect(table.getByRole("row")).not.toHaveCount(1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).first().click();
  const file = await (await downloading).path();
  expect((await readFile(file, "utf8")).split("\n")[0]).toContain("severity,state,entity");
});

test("a drop on one platform is shown by segment, or for all events on request", async ({ page }) => {
  await page.goto(`/reports/${shared.runId}`);
  const counts = page.getByRole("region", { name: "Event count spike/drop" });
  const finding = counts.getByRole("listitem").filter({ hasText: "Checkout Started" }).first();
  await expect(finding.getByText("$os = Android").first()).toBeVisible();
  await finding.getByRole("link", { name: "Checkout Started" }).click();

  const panels = page.getByRole("list", { name: "By $os" });
  await expect(panels.getByRole("img", { name: /^Android, \d+ days: −\d+%/ })).toBeVisible();
  const table = page.getByRole("table", { name: "Share of the missing events and of all events by $os" });
  await expect(table.getByRole("row").nth(1)).toContainText("Android");
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);

  const view = page.getByRole("radiogroup", { name: "Segments" });
  await view.getByText("All events").click();
  await expect(page).toHaveURL(/by=all/);
  await expect(panels).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Where the missing events come from" })).toBeVisible();
  await expect(panels).toHaveCount(0);
  await view.getByText("By $os").click();
  await expect(panels).toBeVisible();
});

test(
  "a check without findings offers only the download, and every check can be opened",
  { tag: "@one-width" },
  async ({ page }) => {
    const run = await shared.account.api<{ detectors: { id: string; name: string; severity: string }[] }>(
      "GET",
      `/api/v1/runs/${shared.runId}/report`,
    );
    for (const { id, name, severity } of run.detectors) {
      await page.goto(`/reports/${shared.runId}/${id}`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(page.getByRole("button", { name: "Download CSV" }).first()).toBeVisible();
      if (severity === "normal") await expect(page.getByText("No Specific Issues Identified")).toBeVisible();
    }
  },
);

test("a missing report says so", { tag: "@one-width" }, async ({ page }) => {
  for (const path of ["/reports/no-such-run", "/reports/no-such-run/event_stopped"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: /not found/ })).toBeVisible();
  }
});
