import { expect, test } from "./journey";

test("a token is created, shown once, works with the API, and stops working when revoked", async ({
  page,
  verified: _signedIn,
}) => {
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly job");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByText(/^plb_\w{36}$/).innerText();

  const ask = () => page.request.get("/api/v1/workspace", { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await ask()).json()).toMatchObject({ token: { name: "Nightly job", scope: "read" } });

  await page.reload();
  await expect(page.getByText("Created by New Person")).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke Nightly job" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("No API tokens yet")).toBeVisible();
  expect((await ask()).status()).toBe(401);
});
