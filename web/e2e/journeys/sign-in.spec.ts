import { createAccount } from "../stack/account";
import { expect, logOut, signUp, test, toast } from "./journey";

test("a wrong password is reported, the right one leads home, and logging out ends the session", async ({
  page,
}) => {
  const { email, password } = await createAccount();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByLabel("Password").press("Enter");
  await expect(toast(page)).toContainText("Sign in failed");
  await expect(toast(page)).toContainText("The email or password is incorrect.");

  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
  for (const path of ["/login", "/signup", "/use-cases"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  }

  await logOut(page);
  await expect(page.getByRole("heading", { name: "Know the day your tracking breaks." })).toBeVisible();
  await page.goto("/connections");
  await expect(page).toHaveURL(/\/login$/);
});

test(
  "signing up needs a name, an unused address and a password of six characters",
  { tag: "@one-width" },
  async ({ page }) => {
    const { email } = await createAccount();
    await page.goto("/signup");
    const button = page.getByRole("main").getByRole("button", { name: "Get Started" });
    await page.getByLabel("Full name").fill("New Person");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").pressSequentially("12345");
    await button.click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Use at least 6 characters\./);

    await page.getByLabel("Password").fill("123456");
    await button.click();
    await expect(toast(page)).toContainText("Sign up failed");
    await expect(toast(page)).toContainText("An account with this email already exists.");

    await signUp(page);
    await expect(toast(page)).toContainText(
      "Welcome to Plumbline! Your account has been created successfully.",
    );
  },
);
