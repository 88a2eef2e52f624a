import type { BrowserContext, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { openSession, signInAs, verifiedAccount, type Account } from "../../stack/account";
import { followMail, mailsTo } from "../../stack/mail";
import { expect, isNarrow, test, toast } from "../journey";

/** A page signed in as an account, as in its own browser. */
async function pageOf(context: BrowserContext, account: Account): Promise<Page> {
  await openSession(context, account);
  return context.newPage();
}

const logIn = async (page: Page, email: string, password: string) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
};
const isHome = (page: Page) =>
  expect(page.getByRole("heading", { name: "Complete Your Setup" })).toBeVisible();

test("the link in the email replaces a forgotten password, once", async ({ page }) => {
  const { email } = await verifiedAccount();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

  const link = await followMail(page, email, "Reset your password");
  await page.getByLabel("New password").fill("a new password");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(toast(page)).toContainText("Password changed");
  await logIn(page, email, "a long password");
  await expect(toast(page)).toContainText("The email or password is incorrect.");
  await logIn(page, email, "a new password");
  await isHome(page);

  await page.goto(link);
  await page.getByLabel("New password").fill("yet another one");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("This link no longer works, or the password is too weak.")).toBeVisible();
});

test("a new name shows immediately, a new address once its link is opened; the old address is notified", async ({
  context,
}) => {
  const account = await verifiedAccount();
  const page = await pageOf(context, account);
  await page.goto("/settings/profile");
  await page.getByLabel("Name").fill("Ada Byron");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Name saved");
  if (!isNarrow(page)) await expect(page.getByRole("banner").getByTitle("Ada Byron")).toBeVisible();

  const newEmail = `new-${account.email}`;
  await page.getByLabel("Email").fill(newEmail);
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email address" });
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(account.password);
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(toast(page)).toContainText(`Open the link that we sent to ${newEmail}.`);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toContain(
    "Your email address is about to change",
  );

  await followMail(page, newEmail, "Confirm your new email address");
  await page.getByRole("button", { name: "Change email address" }).click();
  await expect(page.getByRole("heading", { name: "Email address changed" })).toBeVisible();
  await logIn(page, newEmail, account.password);
  await isHome(page);
  await page.goto("/settings/profile");
  await expect(page.getByLabel("Email")).toHaveValue(newEmail);
  await expect(page.getByLabel("Name")).toHaveValue("Ada Byron");
});

test("Log out everywhere and a new password end the sessions of other browsers but not this one", async ({
  browser,
  baseURL,
}) => {
  const account = await verifiedAccount();
  const [here, there] = await Promise.all(
    [1, 2].map(async () => pageOf(await browser.newContext({ baseURL: baseURL! }), account)),
  );
  await there!.goto("/settings/profile");
  await expect(there!.getByLabel("Email")).toHaveValue(account.email);
  // Closed in the meantime, because the emulator refreshes tokens of ended sessions, unlike the real
  // provider.
  await there!.goto("about:blank");

  await here!.goto("/settings/profile");
  await here!.getByRole("button", { name: "Log out everywhere" }).click();
  const dialog = here!.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(account.password);
  await dialog.getByRole("button", { name: "Log out other devices" }).click();
  await expect(toast(here!)).toContainText("Logged out everywhere else");
  await here!.reload();
  await expect(here!.getByLabel("Email")).toHaveValue(account.email);

  // Its token has not expired, but the server refuses it.
  await there!.goto("/settings/profile");
  await expect(there!).toHaveURL(/\/login$/);

  await here!.getByRole("button", { name: "Change password" }).click();
  await dialog.getByLabel("Current password").fill(account.password);
  await dialog.getByLabel("New password").fill("a new password");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(toast(here!)).toContainText("Other devices were logged out.");
  await here!.reload();
  await expect(here!.getByLabel("Email")).toHaveValue(account.email);
  // It continues where it was.
  await logIn(there!, account.email, "a new password");
  await expect(there!).toHaveURL(/\/settings\/profile$/);
  await expect(there!.getByLabel("Email")).toHaveValue(account.email);
  await Promise.all([here!.context().close(), there!.context().close()]);
});

test("personal data can be downloaded as a file from a link in an email", async ({ context }) => {
  const account = await verifiedAccount();
  const page = await pageOf(context, account);
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Request download" }).click();
  await expect(toast(page)).toContainText("Preparing your download");
  await followMail(page, account.email, "Your data is ready to download");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download file" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^plumbline-data-.*\.json$/);
  const data = JSON.parse(await readFile(await file.path(), "utf8")) as object;
  expect(data).toMatchObject({ person: { email: account.email }, memberships: [{ role: "owner" }] });
});

test("a deleted account can no longer log in and gets an email about the deletion", async ({ context }) => {
  const account = await verifiedAccount();
  const page = await pageOf(context, account);
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByText(/with 0 connections, 0 setups and 0 runs/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete account" })).toBeDisabled();
  await dialog.getByLabel(/^Type .* to confirm$/).fill(account.email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(toast(page)).toContainText("Account deleted");
  await expect
    .poll(async () => (await mailsTo(account.email)).map(({ subject }) => subject))
    .toContain("Your account was deleted");
  await logIn(page, account.email, account.password);
  await expect(toast(page)).toContainText("The email or password is incorrect.");
  await expect(signInAs(account.email, account.password)).rejects.toThrow();
});
