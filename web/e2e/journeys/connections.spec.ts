import { connect as connectThroughApi, createSetup, demoShop } from "../stack/account";
import { connect, demoProject, expect, test, toast } from "./journey";

test("a connection is added with help, renamed with its secret kept, and deleted once no setup uses it", async ({
  page,
  account,
}) => {
  await page.goto("/connections");
  const help = page.getByText("How do I get service account details?");
  await help.click();
  await expect(
    page.getByText("Give it the Admin role in the project, and set it to never expire."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Add and Verify" })).toBeDisabled();
  await connect(page, { ...demoProject, name: "First shop" });
  await expect(page.getByRole("heading", { name: "Connection Successful!" })).toBeVisible();
  await expect(page.getByText("Connection verification completed.")).toBeVisible();
  await expect(page.getByText("America/New_York")).toBeVisible();

  await page.goto("/connections");
  const card = page.getByRole("region", { name: "First shop" });
  for (const text of ["Project ID 1000001", "Connected", "United States", demoProject.username])
    await expect(card.getByText(text)).toBeVisible();
  await expect(card.getByRole("button", { name: /Verif/ })).toHaveCount(0);
  await card.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel(/^Project name/).fill("Renamed shop");
  await page.getByRole("button", { name: "Save and Verify" }).click();
  await expect(page).toHaveURL(/\?source=edit$/);
  await expect(page.getByRole("heading", { name: "Connection Successful!" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Connections" }).click();

  const renamed = page.getByRole("region", { name: "Renamed shop" });
  const [{ id }] = await account.api<[{ id: string }]>("GET", "/api/v1/mixpanel/connections");
  const setup = await createSetup(account, { id });
  const deleteIt = async () => {
    await renamed.getByRole("button", { name: "Delete connection" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Connection" }).click();
  };
  await deleteIt();
  await expect(toast(page)).toContainText("Failed to delete connection");
  await account.api("DELETE", `/api/v1/setups/${setup.id}`);
  await deleteIt();
  await expect(toast(page)).toContainText("Connection deleted successfully.");
  await expect(page.getByRole("heading", { name: "Add Connection" })).toBeVisible();
});

test(
  "a project that the service account cannot read is refused with advice, and can be verified again",
  { tag: "@one-width" },
  async ({ page, account }) => {
    await connectThroughApi(account, demoShop);
    await page.goto("/connections");
    await page.getByRole("button", { name: "Add Connection" }).click();
    // A project that is already connected is named before it is saved.
    const twice = page.getByText("“Storefront production” is already connected to this project");
    await page.getByLabel("Project ID").fill(demoShop.projectId);
    await expect(twice).toBeVisible();
    await page.getByLabel("Project ID").fill("1000005");
    await expect(twice).toBeHidden();
    await connect(page, { ...demoProject, projectId: "1000005", name: "Someone else's" });
    await expect(page.getByRole("heading", { name: "Connection Failed" })).toBeVisible();
    await expect(toast(page)).toContainText("Failed to verify connection");
    await page.getByRole("button", { name: "Retry Verification" }).click();
    await expect(page.getByRole("button", { name: "Retry Verification" })).toBeVisible();

    await page.goto("/connections");
    const card = page.getByRole("region", { name: "Someone else's" });
    await expect(card.getByText("Failed", { exact: true })).toBeVisible();
    await expect(card.getByText("Never")).toBeVisible();
    await card.getByRole("button", { name: "Retry Verification" }).click();
    await expect(page.getByRole("heading", { name: "Connection Failed" })).toBeVisible();

    await page.goto("/connection-status/no-such-connection");
    await expect(page.getByText("Connection Not Found")).toBeVisible();
  },
);
