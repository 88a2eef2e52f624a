import type { Page } from "@playwright/test";
import { connect, createSetup, demoShop, openSession, stackUrl } from "../stack/account";
import { expect, test, toast } from "./journey";
import { answer, cut, hold } from "./network";
import { sharedReport } from "./shared-report";

test.use({ viewport: { width: 1280, height: 800 } });

test("with the API down, every page says so and can retry", async ({ page, context }) => {
  const { account, runId, setupId, connectionId } = await sharedReport();
  await openSession(context, account);
  const pages: readonly [path: string, call: string, shown: RegExp][] = [
    ["/", "/api/v1/setups", /Welcome back/],
    ["/connections", "/api/v1/mixpanel/connections", /Small shop/],
    [
      `/connection-status/${connectionId}`,
      `/api/v1/mixpanel/connections/${connectionId}`,
      /Connection Successful!/,
    ],
    ["/data-settings", "/api/v1/data-settings", /Events/],
    ["/setups", "/api/v1/setups", /All checks/],
    [`/setups/${setupId}`, `/api/v1/setups/${setupId}`, /All checks/],
    ["/setups/new", "/api/v1/mixpanel/connections", /Basic Info/],
    ["/runs", "/api/v1/runs", /View Report/],
    ["/settings", "/api/v1/billing/summary", /Estimated cost/],
    [`/reports/${runId}`, `/api/v1/runs/${runId}/report`, /Findings/],
    [`/reports/${runId}/event_stopped`, `/api/v1/runs/${runId}/detectors/event_stopped`, /Download CSV/],
  ];
  for (const [path, call, shown] of pages) {
    await cut(page, call);
    await page.goto(path);
    const problem = page.getByRole("main").getByRole("alert").first();
    await expect(problem, path).toBeVisible();
    await expect(problem).toContainText(/Failed to fetch|Unable to|Unavailable/);
    await page.unrouteAll();
    await problem.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByText(shown).first(), path).toBeVisible();
    await expect(problem).toBeHidden();
  }
});

test("a failed action says why and changes nothing", async ({ page, account }) => {
  const setup = await createSetup(account, await connect(account, demoShop));
  await page.goto(`/setups/${setup.id}`);
  await page.getByRole("button", { name: "Pause Setup" }).waitFor();
  await cut(page, `/api/v1/setups/${setup.id}`);
  await page.getByRole("button", { name: "Pause Setup" }).click();
  await expect(toast(page)).toContainText("Failed to pause setup");
  await expect(page.getByRole("button", { name: "Pause Setup" })).toBeEnabled();

  await answer(page, `/api/v1/setups/${setup.id}/run`, { code: "rate-limited", message: "" }, 429);
  await page.getByRole("button", { name: "Run Now" }).click();
  await expect(toast(page)).toContainText("Failed to start run");
  await expect(toast(page)).toContainText("Rate limit exceeded; wait before retrying.");
  await expect(page.getByRole("button", { name: "Run Now" })).toBeEnabled();

  await page.goto("/settings");
  await answer(page, "/api/v1/users/preferences", "<html>502</html>", 502);
  const mails = page.getByRole("switch", { name: /Email notifications/ });
  await mails.click();
  await expect(toast(page)).toContainText("Failed to update preferences. Please try again.");
  await expect(mails).toBeChecked();
});

test("a session that ends during use leads to the login page and says why", async ({ page, account }) => {
  await page.goto("/connections");
  await expect(page.getByRole("heading", { name: "Add Connection" })).toBeVisible();
  const disable = await fetch(
    `${stackUrl("AUTH")}/identitytoolkit.googleapis.com/v1/projects/demo-plumbline/accounts:update`,
    {
      method: "POST",
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      body: JSON.stringify({ localId: account.uid, disableUser: true }),
    },
  );
  expect(disable.status).toBe(200);
  // The page notices within seconds, when it next polls for the active run.
  await expect(page).toHaveURL(/\/login$/);
  await expect(toast(page)).toContainText("Your session has ended");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByLabel("Password").press("Enter");
  await expect(toast(page)).toContainText("This account has been disabled.");
});

test("a slow API shows skeletons where the content will be", async ({ page, context }) => {
  const { account, runId } = await sharedReport();
  await openSession(context, account);
  for (const [path, call, heading] of [
    ["/setups", "/api/v1/setups", "Setups"],
    ["/runs", "/api/v1/runs", "Run History"],
    ["/data-settings", "/api/v1/data-settings", "Data Settings"],
    ["/connections", "/api/v1/mixpanel/connections", "Connections"],
    [`/reports/${runId}`, `/api/v1/runs/${runId}/report`, null],
  ] as const) {
    const slow = await hold(page, call);
    await page.goto(path);
    const busy = page.getByRole("main").locator('[aria-busy="true"]');
    await expect(busy.locator("[aria-hidden]").first(), path).toBeVisible();
    const before = heading && (await topOf(page, heading));
    slow.release();
    await expect(busy).toHaveCount(0);
    if (heading) expect(await topOf(page, heading), `${heading} stays where it was`).toBe(before);
    await page.unrouteAll();
  }
});

const topOf = async (page: Page, name: string): Promise<number | undefined> =>
  (await page.getByRole("heading", { level: 1, name }).boundingBox())?.y;
