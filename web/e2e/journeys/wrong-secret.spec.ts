import { connect, demoProject, expect, signUp, test } from "./journey";

test("a wrong secret is recognized, loses no input, and can be fixed by editing", async ({ page }) => {
  await signUp(page);
  await connect(page, { ...demoProject, secret: "not-the-secret" });
  await expect(page.getByRole("heading", { name: "Connection Failed" })).toBeVisible();
  await expect(page.getByText(/secret/i).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry Verification" })).toBeVisible();

  await page.goto("/setup-wizard");
  await expect(
    page.getByText("No verified connections available. Please add and verify a connection first."),
  ).toBeVisible();

  await page.goto("/connections");
  await page
    .getByRole("button", { name: "Edit" })
    .or(page.getByRole("link", { name: "Edit" }))
    .click();
  await expect(page.getByLabel("Project ID")).toHaveValue(demoProject.projectId);
  await expect(page.getByLabel("Service account username")).toHaveValue(demoProject.username);
  await page.getByLabel(/^Service account secret/).fill(demoProject.secret);
  await page.getByRole("button", { name: "Save and Verify" }).click();
  await expect(page.getByRole("heading", { name: "Connection Successful!" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Connections" })).toBeVisible();
});
