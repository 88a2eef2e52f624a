import type { CsvData } from "@contract/runs";
import { connect, createSetup, demoShop, finishedRun, smallShop } from "../stack/account";
import { expect, isNarrow, navigate, test, toast } from "./journey";
import { breakProject, ownProjects } from "../stack/shop";

/** The page waits two minutes for a sync, and a busy machine needs most of them. */
const firstSyncMs = 115_000;

test("a verified connection syncs its schema by itself; exclusions can be found and saved, and take effect", async ({
  page,
  account,
}) => {
  const connection = await connect(account, smallShop);
  await page.goto("/data-settings");
  const list = page.getByRole("list", { name: "Events", exact: true });
  await expect(list.getByRole("switch").first()).toBeVisible({ timeout: firstSyncMs });
  await expect(page.getByText("Schema synced")).toBeVisible();
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(save).toBeDisabled();

  await page.getByLabel("Find an event or property").fill("payment_method");
  await expect(list.getByRole("switch", { name: /^Exclude payment_method on / }).first()).toBeVisible();
  await page.getByLabel("Find an event or property").fill("checkout started");
  await expect(list.getByRole("switch")).toHaveCount(1);
  await list.getByRole("button", { name: /Checkout Started/ }).click();
  const properties = page.getByRole("list", { name: "Properties of Checkout Started" });
  await expect(properties.getByRole("switch").first()).toBeEnabled();
  await page.getByRole("switch", { name: "Exclude Checkout Started" }).click();
  await expect(properties.getByRole("switch").first()).toBeDisabled();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await save.click();
  await expect(toast(page)).toContainText("Data settings updated");
  await expect(save).toBeDisabled();

  await page.reload();
  await page.getByLabel("Find an event or property").fill("checkout started");
  await expect(page.getByRole("switch", { name: "Exclude Checkout Started" })).toBeChecked();

  // What a run reads doesn't depend on the width of the screen.
  if (isNarrow(page)) return;
  const run = await finishedRun(account, await createSetup(account, connection));
  expect(run.status).toBe("completed");
  const path = `/api/v1/runs/${run.id}/detectors/event_count_change`;
  const { downloadUrl } = await account.api<{ downloadUrl: string }>("GET", `${path}/download`);
  const file = await (await fetch(downloadUrl)).text();
  expect(file).toContain("Search Performed");
  expect(file).not.toContain("Checkout Started");
  const csv = await account.api<CsvData>("GET", `${path}/csv-data`);
  expect(csv.totalRows).toBeGreaterThan(5);
});

test("the save button stays in reach on a long page without covering anything; unsaved changes are kept", async ({
  page,
  account,
}) => {
  await connect(account, demoShop);
  await page.goto("/data-settings");
  const switches = page.getByRole("list", { name: "Events", exact: true }).getByRole("switch");
  await expect(switches.first()).toBeVisible({ timeout: firstSyncMs });
  await expect(page.getByRole("button", { name: "Sync Schema" })).toBeEnabled();
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toBeHidden();
  await switches.last().click();
  await expect(bar).toContainText("1 unsaved change");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const end = await page.getByRole("group", { name: "User Properties" }).boundingBox();
  const edge = await bar.boundingBox();
  if (isNarrow(page)) expect(end!.y + end!.height).toBeLessThanOrEqual(edge!.y);

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(bar).toBeHidden();
  await navigate(page, "Connections");
  await expect(toast(page)).toContainText("Changes not saved");
  await navigate(page, "Data Settings");
  await expect(switches.last()).toBeChecked();
  await switches.last().scrollIntoViewIfNeeded();
  await bar.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page)).toContainText("Data settings updated");
  await expect(bar).toBeHidden();
});

test(
  "long lists can be searched and expanded step by step",
  { tag: "@one-width" },
  async ({ page, account }) => {
    await connect(account, demoShop);
    await page.goto("/data-settings");
    const list = page.getByRole("list", { name: "Events", exact: true });
    await expect(list.getByRole("switch").first()).toBeVisible({ timeout: firstSyncMs });
    expect(await list.getByRole("switch").count()).toBeGreaterThan(50);
    await list.getByRole("button", { name: /Order Completed/ }).click();
    const properties = page.getByRole("list", { name: "Properties of Order Completed" });
    await expect(properties.getByRole("switch")).toHaveCount(5);
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
    expect(await properties.getByRole("switch").count()).toBeGreaterThan(5);
    await page.getByLabel("Find an event or property").fill("no such thing");
    await expect(page.getByText("Nothing found")).toBeVisible();
    expect(
      await page.getByRole("group", { name: "User Properties" }).getByRole("switch").count(),
    ).toBeGreaterThan(5);
  },
);

test("a failed sync is reported until one succeeds", { tag: "@one-width" }, async ({ page, account }) => {
  await connect(account, ownProjects.sync);
  await page.goto("/data-settings");
  const sync = page.getByRole("button", { name: "Sync Schema" });
  await expect(sync).toBeEnabled({ timeout: firstSyncMs });
  await breakProject(ownProjects.sync, { kind: "server-error", endpoint: "*", count: null });
  await sync.click();
  await expect(toast(page)).toContainText("Sync failed", { timeout: firstSyncMs });
  await expect(page.getByText("Last sync failed")).toBeVisible();
  await navigate(page, "Settings");
  await navigate(page, "Data Settings");
  await expect(page.getByText("Last sync failed")).toBeVisible();
});
