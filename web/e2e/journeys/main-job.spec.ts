import { readFile } from "node:fs/promises";
import { smallShop } from "../stack/account";
import { connect, demoProject, expect, signUp, test } from "./journey";
import { sharedReport } from "./shared-report";

const csvHeader =
  "severity,state,entity,parent,first_bad_day,last_day,days,observed,expected,change_pct," +
  "change_pct_beyond_project,range_low,range_high,cause,reason,threshold_pct,usual_pct,z,z_needed,provisional," +
  "baseline_from,baseline_to,baseline_days,detector,segment";

test("a new user connects a project, runs a setup, reads the report and downloads its CSV", async ({
  page,
}) => {
  await signUp(page);
  // The small shop has the demo project's planted faults but less data.
  await connect(page, { ...demoProject, projectId: smallShop.projectId });
  await expect(page.getByRole("heading", { name: "Connection Successful!" })).toBeVisible();

  await page.getByRole("link", { name: "Continue to Setup" }).click();
  await page.getByLabel("Setup name").fill("Core funnel tracking");
  await page.getByRole("button", { name: "Next" }).click();
  for (const check of [/^User property/, /^User profile/, /^Event property (stopped|dist)/])
    for (const box of await page.getByRole("checkbox", { name: check }).all())
      await box.uncheck({ force: true });
  await expect(page.getByText("3 of 9 selected")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create Setup" }).click();

  await expect(page.getByText("Core funnel tracking").first()).toBeVisible();
  await page.goto("/setups");
  await page.getByRole("link", { name: "View Details" }).click();
  await page.getByRole("button", { name: "Run Now" }).click();
  await expect(page.getByText("The quality check run has been started.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Run Active" })).toBeDisabled();

  await page.goto("/runs");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "View Report" }).click({ timeout: 240_000 });
  // The free run is used, but its result is shown first.
  await expect(page.getByRole("dialog", { name: "Upgrade to Continue Processing Data" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Core funnel tracking" })).toBeVisible();
  for (const flagged of ["Search Performed", "Checkout Started", "Coupon Applied", "payment_method"])
    await expect(page.getByText(flagged, { exact: true }).first()).toBeVisible();

  await page.getByRole("link", { name: "View Details of Event count spike/drop" }).click();
  await expect(page.getByRole("heading", { name: "Event count spike/drop" })).toBeVisible();
  await page.getByRole("button", { name: /^Alert Checkout Started/ }).click();
  await expect(page.getByText(/of the missing events have \$os = Android/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Events per day" })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).first().click();
  const download = await downloading;
  const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
  expect(lines[0]!.replace(/^\uFEFF/, "")).toBe(csvHeader);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines[1]).toMatch(/^alert,new,/);
});

test("the link to a CSV fails with a changed signature or expiry", async ({ request }) => {
  const { account, runId } = await sharedReport();
  const path = `/api/v1/runs/${runId}/detectors/event_count_change/download`;
  const { downloadUrl } = await account.api<{ downloadUrl: string }>("GET", path);

  expect((await request.get(downloadUrl)).status()).toBe(200);
  const changed = downloadUrl.replace(
    /(X-Goog-Signature=)(.)/,
    (_: string, name: string, digit: string) => name + (digit === "0" ? "1" : "0"),
  );
  expect((await request.get(changed)).status()).toBe(403);
  const longer = downloadUrl.replace(/X-Goog-Expires=\d+/, "X-Goog-Expires=90000");
  expect(longer).not.toBe(downloadUrl);
  expect((await request.get(longer)).status()).toBe(403);
});
