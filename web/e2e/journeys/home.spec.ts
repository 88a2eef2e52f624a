import { connect, createSetup, demoShop } from "../stack/account";
import { expect, navigate, test } from "./journey";

test("home leads from the first connection to the first setup to the dashboard", async ({
  page,
  account,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
  await expect(page.getByText("Complete step 1 first.")).toBeVisible();
  await page.getByRole("link", { name: "Set Up the Connection" }).click();
  await expect(page).toHaveURL(/\/connections$/);
  await expect(page.getByRole("link", { name: "Skip for now" })).toHaveAttribute("href", "/");

  const connection = await connect(account, demoShop);
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Completed" })).toBeVisible();
  await page.getByRole("link", { name: "Create Setup" }).click();
  await expect(page.getByText("No setups yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create Your First Setup" })).toHaveAttribute(
    "href",
    "/setups/new",
  );

  for (const name of ["One", "Two", "Three", "Four"]) await createSetup(account, connection, { name });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome back, New Person!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  await expect(page.getByText("Run a setup to see what is broken.")).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Last 28 days of/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Active Setups" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("link", { name: "View All Setups (4)" }).click();
  await expect(page).toHaveURL(/\/setups$/);
  await navigate(page, "Home");
  await page.getByRole("link", { name: "View All", exact: true }).click();
  await expect(page).toHaveURL(/\/runs$/);
  await navigate(page, "Home");
  await page.getByRole("link", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(/\/setups\/new\?source=dashboard$/);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: /Welcome back/ })).toBeVisible();
});
