import { stackUrl } from "../stack/account";
import { expect, test, toast } from "./journey";

test("settings show the account and keep changed preferences", async ({ page, account }) => {
  await page.goto("/settings");
  const main = page.getByRole("main");
  await expect(main.getByText("New Person", { exact: true })).toBeVisible();
  await expect(main.getByText(account.email, { exact: true })).toBeVisible();
  await expect(main.getByText("Billing and usage")).toBeVisible();

  const mails = page.getByRole("switch", { name: /Email notifications/ });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(toast(page)).toContainText("Notification preferences updated successfully");
  await page.reload();
  await expect(mails).not.toBeChecked();

  await page.getByRole("radiogroup", { name: "Appearance" }).getByText("Dark").click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("an admin adds a Slack channel, mends it after a test has failed, and adds a route", async ({
  page,
  verified,
}) => {
  expect(verified.uid).not.toBe("");
  await page.goto("/settings/channels");
  await page.getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Linear" }).click();
  await dialog.getByRole("radio", { name: "Slack", exact: true }).click();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Name").fill("Alerts");
  await dialog.getByLabel("Bot token").fill("xoxb-journey-token");
  await dialog.getByLabel("Channel", { exact: true }).fill("#nowhere");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog.getByText("Slack answered: channel_not_found")).toBeVisible();
  await dialog.getByLabel("Channel", { exact: true }).fill("#data-alerts");
  await dialog.getByRole("button", { name: "Save channel" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Test Alerts" }).click();
  await expect(toast(page)).toContainText("Test sent to Alerts");
  const { slack } = (await (await fetch(`${stackUrl("CHANNELS")}/_state`)).json()) as {
    slack: { text: string }[];
  };
  expect(slack.map(({ text }) => text)).toContain("This is a test from Plumbline.");

  await page.getByRole("button", { name: "Add route" }).click();
  await dialog.getByLabel("What").selectOption("alert");
  await expect(dialog.getByText("In the last 28 days: 0 new incidents.")).toBeVisible();
  await dialog.getByRole("button", { name: "Add route" }).click();
  const route = page.getByRole("list", { name: "Routes" }).getByRole("listitem").nth(1);
  await expect(route).toContainText("All connections");

  // The menu works with keys alone.
  await route.getByRole("button", { name: "More for Alerts to Alerts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Remove" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Route removed");
  await expect(route).toBeHidden();
});
