import { connect, createSetup, finishedRun, openSession, smallShop, verifiedAccount } from "../stack/account";
import { expect, test } from "./journey";
import { sharedReport } from "./shared-report";

test("the first report leads to a daily run, a channel and an invitation, and says what a daily run would have told", async ({
  context,
  page,
}) => {
  const account = await verifiedAccount();
  await openSession(context, account);
  const setup = await createSetup(account, await connect(account, smallShop));
  const run = await finishedRun(account, setup);
  await page.goto(`/reports/${run.id}`);
  const steps = page.getByRole("region", { name: "Next steps" });
  await expect(steps.getByText("0 of 3 done")).toBeVisible();
  await expect(steps.getByText(/\$\d+\.\d\d a month: [\d,]+ billable checks, [\d,]+ a day\./)).toBeVisible();
  await expect(steps.getByText(/Replay of the last 4 weeks: a daily run would have/)).toBeVisible({
    timeout: 120_000,
  });
  // The free run is used; nothing opens by itself over the report.
  const upgrade = page.getByRole("dialog", { name: "Upgrade to Continue Processing Data" });
  await expect(upgrade).toBeHidden();
  await steps.getByRole("button", { name: /^Run daily at 06:00 AM/ }).click();
  await expect(upgrade).toBeVisible();
  await upgrade.getByRole("button", { name: "Not now" }).click();

  await steps.getByRole("link", { name: "Invite" }).click();
  // It was offered once; nothing opens over the form.
  await expect(upgrade).toBeHidden();
  const invite = page.getByRole("dialog", { name: "Invite people" });
  await invite.getByLabel("Email").fill(`someone-${Date.now()}@example.com`);
  await invite.getByRole("button", { name: /invit/i }).click();
  await expect(invite).toBeHidden();
  await page.goto(`/reports/${run.id}`);
  await expect(steps.getByText("1 of 3 done")).toBeVisible();
  await steps.getByRole("link", { name: "Add email" }).click();
  await expect(page.getByRole("dialog", { name: "Add channel" })).toBeVisible();
  await page.goto(`/reports/${run.id}`);
  await steps.getByRole("button", { name: "Close these steps" }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
  await expect(steps).toBeHidden();
});

test("a report and an incident are printed light, whole, without navigation and with their address", async ({
  context,
  page,
}) => {
  const shared = await sharedReport();
  await openSession(context, shared.account);
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of [`/reports/${shared.runId}`, `/incidents/${shared.incidentId}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("html.dark")).toHaveCount(1);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator("html.dark")).toHaveCount(0);
    await expect(page.getByRole("banner").first()).toBeHidden();
    await expect(page.getByText(new RegExp(`^http://[^ ]+${path}$`))).toBeVisible();
    await expect(page.getByRole("main").getByRole("button").filter({ visible: true })).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath("print.png"), fullPage: true });
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  }
});
