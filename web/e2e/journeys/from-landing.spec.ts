import type { Route } from "@contract/channels/routes";
import type { Setup } from "@contract/setups";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { signInAs, smallShop, stackUrl } from "../stack/account";
import { linkInMail } from "../stack/mail";
import { demoProject, expect, test } from "./journey";

/** What has been pressed with a mouse or finger, in all windows. */
async function recordPresses(context: BrowserContext): Promise<readonly string[]> {
  const presses: string[] = [];
  await context.exposeFunction("recordPress", (target: string) => void presses.push(target));
  await context.addInitScript(() => {
    const page = window as unknown as { recordPress: (target: string) => void };
    const textOf = (target: EventTarget | null) =>
      target instanceof HTMLElement ? (target.innerText || target.outerHTML).slice(0, 60) : "";
    addEventListener("pointerdown", ({ target }) => page.recordPress(textOf(target)), true);
  });
  return presses;
}

/** Presses into a form's first field, and types from there to the following ones. */
async function fillByKeys(page: Page, first: Locator, texts: readonly string[]): Promise<void> {
  await first.click();
  for (const [place, text] of texts.entries()) {
    if (place > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
}

test(
  "it takes 12 presses from the landing page to an understood report, and 8 more to a daily run that tells Slack",
  { tag: "@one-width" },
  async ({ context, page }) => {
    const presses = await recordPresses(context);
    const person = { email: `visitor-${Date.now()}@example.com`, password: "a long password" };
    await page.goto("/");
    await page.getByRole("link", { name: "Get your 1st run Free" }).first().click();
    await fillByKeys(page, page.getByLabel("Full name"), ["New Person", person.email, person.password]);
    await page.getByRole("main").getByRole("button", { name: "Get Started" }).click();
    await expect(page).toHaveURL(/\/connections$/, { timeout: 60_000 });
    const { username, secret } = demoProject;
    await fillByKeys(page, page.getByLabel("Project ID"), [
      smallShop.projectId,
      smallShop.projectName,
      username,
      secret,
    ]);
    await page.getByRole("button", { name: "Add and Verify" }).click();
    await page.getByRole("button", { name: "Run Recommended Checks" }).click({ timeout: 240_000 });
    await expect(page).toHaveURL(/\/reports\//, { timeout: 240_000 });
    const counts = page.getByRole("region", { name: "Event count spike/drop" });
    const drop = counts.getByRole("listitem").filter({ hasText: "Checkout Started" }).first();
    await drop.getByRole("link", { name: "Checkout Started" }).click();
    const origin = page.getByRole("table", { name: /missing events and of all events by \$os/ });
    await expect(origin.getByRole("row", { name: /^Android/ })).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
    await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
    // The link in the email, one more press, opens another tab.
    const mailed = await context.newPage();
    await mailed.goto(await linkInMail(person.email, /verify/i));
    for (const tab of [mailed, page])
      await expect(tab.getByRole("complementary", { name: "Verify your email" })).toBeHidden();
    await mailed.close();
    expect(presses.length + 1, presses.join("\n")).toBeLessThanOrEqual(12);

    const before = presses.length;
    const steps = page.getByRole("region", { name: "Next steps" });
    await steps.getByRole("button", { name: /^Run daily at 06:00 AM/ }).click();
    const [checkout] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("dialog").getByRole("button", { name: "Set Up Payment Method" }).click(),
    ]);
    await fillByKeys(checkout, checkout.getByLabel("Card number"), ["4242424242424242", "12/34", "123"]);
    await Promise.all([
      checkout.waitForEvent("close"),
      checkout.getByRole("button", { name: "Save card" }).click(),
    ]);
    await expect(steps.getByText("1 of 3 done")).toBeVisible({ timeout: 60_000 });
    await steps.getByRole("link", { name: "Add Slack" }).click();
    const dialog = page.getByRole("dialog");
    await fillByKeys(page, dialog.getByLabel("Name"), ["Alerts", "xoxb-journey-token", "#data-alerts"]);
    await dialog.getByRole("button", { name: "Add channel" }).click();
    await page
      .getByRole("dialog", { name: "Add route" })
      .getByRole("button", { name: "Add route" })
      .click({ timeout: 30_000 });
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole("list", { name: "Routes" }).getByText("Alerts", { exact: true }),
    ).toBeVisible();
    expect(presses.length - before, presses.join("\n")).toBeLessThanOrEqual(8);

    const { api } = await signInAs(person.email, person.password);
    const [setup] = await api<Setup[]>("GET", "/api/v1/setups");
    expect(setup).toMatchObject({ scheduleCron: "0 6 * * *", status: "active" });
    expect(await api<Route[]>("GET", "/api/v1/routes")).toHaveLength(2);
    const { slack } = (await (await fetch(`${stackUrl("CHANNELS")}/_state`)).json()) as {
      slack: { text: string }[];
    };
    expect(slack.map(({ text }) => text)).toContain("This is a test from Plumbline.");
  },
);
