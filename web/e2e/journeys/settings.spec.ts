import { expect, test, toast } from "./journey";

test("settings show who one is, and keep what is switched", async ({ page, account }) => {
  await page.goto("/settings");
  const main = page.getByRole("main");
  await expect(main.getByText("New Person")).toBeVisible();
  await expect(main.getByText(account.email)).toBeVisible();
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
