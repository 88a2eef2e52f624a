import { test as base, expect, type Page } from "@playwright/test";
import { createAccount, openSession, verifiedAccount, type Account } from "../stack/account";

type Fixtures = {
  /** A new user; `page` is signed in as this user. */
  account: Account;
  /** The same, with a verified address. */
  verified: Account;
};

/** A test whose pages open relative to the stack that the global setup started. */
export const test = base.extend<Fixtures>({
  // Playwright reads the wanted fixtures from the pattern: none.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    const url = process.env.PLUMBLINE_APP_URL;
    if (!url) throw new Error("The stack is not running: PLUMBLINE_APP_URL is empty.");
    await use(url);
  },
  account: async ({ context }, use) => {
    const account = await createAccount();
    await openSession(context, account);
    await use(account);
  },
  verified: async ({ context }, use) => {
    const account = await verifiedAccount();
    await openSession(context, account);
    await use(account);
  },
});
export { expect };

/** The region that shows toasts. */
export const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Opens a section of the navigation, through the menu on small screens. */
export async function navigate(page: Page, item: string): Promise<void> {
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page
    .getByRole("navigation", { name: isNarrow(page) ? "Menu" : "Main" })
    .getByRole("link", { name: item, exact: true })
    .click();
}

export async function logOut(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
}

/** True below the width at which the navigation moves into the menu. */
export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 900;

let accounts = 0;

/** Signs up a new person through the form; ends on the connections page. */
export async function signUp(page: Page): Promise<{ email: string; password: string }> {
  const account = { email: `person-${Date.now()}-${++accounts}@example.com`, password: "a long password" };
  await page.goto("/signup");
  await page.getByLabel("Full name").fill("New Person");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/connections$/, { timeout: 60_000 });
  return account;
}

export const demoProject = {
  projectId: "1000001",
  name: "Storefront production",
  username: "demo.plumbline.mp-service-account",
  secret: "demo-secret",
};

/** Fills in and submits the connection form; ends on the status page. */
export async function connect(page: Page, project: typeof demoProject): Promise<void> {
  await page.getByLabel("Project ID").fill(project.projectId);
  await page.getByLabel(/^Project name/).fill(project.name);
  await page.getByLabel("Service account username").fill(project.username);
  await page.getByLabel(/^Service account secret/).fill(project.secret);
  await page.getByRole("button", { name: "Add and Verify" }).click();
  await expect(page).toHaveURL(/\/connection-status\//);
}
