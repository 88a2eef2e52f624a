import type { Page } from "@playwright/test";
import {
  connect,
  createSetup,
  finishedRun,
  openSession,
  smallShop,
  verifiedAccount,
  type Account,
} from "../../stack/account";
import { linkInMail, mailsTo } from "../../stack/mail";
import { endInvitations } from "../../stack/stored-data";
import { expect, isNarrow, test, toast } from "../journey";
import { changingNames, signedInRoutes } from "../routes";

/** Someone with a workspace, a connection and a setup, each with its own name. */
async function owner(name: string) {
  const account = await verifiedAccount();
  await account.api("PATCH", "/api/v1/workspace", { name: `${name} workspace` });
  const connection = await connect(account, { ...smallShop, projectName: `${name} project` });
  const setup = await createSetup(account, connection, { name: `${name} checks` });
  return { account, setup, name };
}

const invite = async (from: Account, email: string) => {
  await from.api("POST", "/api/v1/invitations", { email, role: "viewer" });
  return linkInMail(email, /You are invited/);
};

/** Chooses a workspace in the navigation bar, or in the menu on small screens. */
async function switchTo(page: Page, name: string): Promise<void> {
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByLabel("Workspace", { exact: true }).filter({ visible: true }).selectOption(name);
  await expect(page).toHaveURL(/\/$/);
}

test("a viewer is offered no change and refused nothing on every page, and never asked to pay", async ({
  page,
  context,
}) => {
  // It opens 27 pages.
  test.slow();
  const { account, setup } = await owner("Shop");
  const run = await finishedRun(account, setup);
  const [incident] = await account.api<{ id: string }[]>("GET", "/api/v1/incidents");
  const viewer = await verifiedAccount();
  const link = await invite(account, viewer.email);
  await openSession(context, viewer);
  await page.goto(link);
  await page.getByRole("button", { name: `Join as ${viewer.email}` }).click();
  await expect(toast(page)).toContainText("Joined the workspace");
  const refused: string[] = [];
  page.on("response", (response) => {
    if ([402, 403].includes(response.status())) refused.push(`${page.url()}: ${response.url()}`);
  });
  const ids = {
    runId: run.id,
    setupId: setup.id,
    connectionId: setup.connectionId,
    incidentId: incident!.id,
  };
  // Everyone may change their own profile and mails.
  const own = ["/settings/profile"];
  for (const path of signedInRoutes(ids).filter((one) => !own.includes(one))) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading", { level: 1 }).first().waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (const role of ["button", "link", "checkbox"] as const)
      await expect
        .soft(page.getByRole("main").getByRole(role, { name: changingNames }), `${role} on ${path}`)
        .toHaveCount(0);
  }
  expect(refused).toEqual([]);
});

test("a member of two workspaces never sees data of one in the other", async ({ page, context }) => {
  const [agency, shop] = await Promise.all([owner("Agency"), owner("Shop")]);
  const link = await invite(shop.account, agency.account.email);
  await openSession(context, agency.account);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Join Shop workspace" })).toBeVisible();
  await page.getByRole("button", { name: `Join as ${agency.account.email}` }).click();
  await expect(toast(page)).toContainText("Joined the workspace");

  for (const [own, other] of [
    [shop, agency],
    [agency, shop],
    [shop, agency],
  ] as const) {
    await switchTo(page, `${own.name} workspace`);
    for (const [path, text] of [
      ["/setups", `${own.name} checks`],
      ["/connections", `${own.name} project`],
      ["/settings/workspace", own.account.email],
    ] as const) {
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main.getByText(text).first()).toBeVisible();
      // The person is a member of both workspaces, so only look for what belongs to the other workspace
      // alone.
      await expect(main).not.toContainText(`${other.name} checks`);
      await expect(main).not.toContainText(`${other.name} project`);
    }
    // A link to something in the other workspace switches to it, and says so.
    await page.goto(`/setups/${other.setup.id}`);
    await expect(toast(page)).toContainText(`Switched to ${other.name} workspace`);
    await expect(page.getByRole("heading", { level: 1, name: `${other.name} checks` })).toBeVisible();
    await page.goto("/");
  }
});

test("an invitation for someone else or already used is refused with an explanation", async ({
  page,
  context,
}) => {
  const [host, guest] = await Promise.all([verifiedAccount(), verifiedAccount()]);
  const link = await invite(host, `someone-else-${guest.email}`);
  await openSession(context, guest);
  await page.goto(link);
  await expect(
    page.getByRole("heading", { name: `This invitation is for someone-else-${guest.email}` }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Log out and join/ })).toBeVisible();

  const own = await invite(host, guest.email);
  await page.goto(own);
  await page.getByRole("button", { name: `Join as ${guest.email}` }).click();
  await expect(toast(page)).toContainText("Joined the workspace");
  await page.goto(own);
  await expect(page.getByRole("heading", { name: /^You're in / })).toBeVisible();
});

test("an invited person without an account joins in one step, with a verified address and no other workspace", async ({
  page,
  context,
  browser,
}) => {
  const shop = await owner("Invited shop");
  const email = `invited-${shop.account.email}`;
  const link = await invite(shop.account, email);
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Your name").fill("Lena Fischer");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Join Invited shop workspace" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("main").getByText("Invited shop checks").first()).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Verify your email" })).toBeHidden();
  await page.goto("/settings/profile");
  await expect(page.getByText("Verified.")).toBeVisible();
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByLabel("Workspace", { exact: true }).locator("option")).toHaveCount(0);

  // The same link in a browser where nobody is logged in.
  await context.close();
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Log in to open Invited shop workspace" })).toBeVisible();
  await other.getByLabel("Password").fill("a long password");
  await other.getByRole("main").getByRole("button", { name: "Log In" }).click();
  await other.getByRole("button", { name: "Open Invited shop workspace" }).click();
  await expect(other.getByRole("main").getByText("Invited shop checks").first()).toBeVisible();
});

test("an invitation past its time says whom to ask, and the new one works", async ({ page }) => {
  const shop = await owner("Late shop");
  const email = `late-${shop.account.email}`;
  const link = await invite(shop.account, email);
  await endInvitations(email);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation has expired" })).toBeVisible();
  await expect(
    page.getByText(/^Invitations work for 7 days\. Ask .+ to send a new one to late-/),
  ).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to Plumbline" }).click();
  await expect(page).toHaveURL(/\/$/);

  const [expired] = await shop.account.api<{ id: string }[]>("GET", "/api/v1/invitations");
  await shop.account.api("POST", `/api/v1/invitations/${expired!.id}/resend`);
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  const links = (await mailsTo(email)).map(({ text }) => /https?:\/\/\S*\/auth\/action\?\S+/.exec(text)![0]);
  await page.goto(links.find((one) => one !== link)!);
  await expect(page.getByRole("heading", { name: "Join Late shop workspace" })).toBeVisible();
});

test("an owner deletes a workspace by typing its name, and it is gone for all members", async ({
  page,
  context,
}) => {
  const { account, setup } = await owner("Closing");
  await openSession(context, account);
  await page.goto("/settings/workspace");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete workspace" });
  await expect(dialog.getByText("Deletes 1 connection, 1 setup and 0 runs for you.")).toBeVisible();
  await dialog.getByLabel("Type Closing workspace to confirm").fill("Closing workspace");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(toast(page)).toContainText("Workspace deleted");
  await expect(page.getByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
  await page.goto(`/setups/${setup.id}`);
  await expect(page.getByText("Setup not found")).toBeVisible();
});

test("a connection can be deleted together with its reports", async ({ page, context }) => {
  const account = await verifiedAccount();
  await connect(account, { ...smallShop, projectName: "Old project" });
  await openSession(context, account);
  await page.goto("/connections");
  await page.getByRole("button", { name: "Delete connection" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("checkbox", { name: "Also delete reports from its runs" }).check();
  await dialog.getByRole("button", { name: "Delete Connection" }).click();
  await expect(toast(page)).toContainText("Connection deleted successfully.");
});
