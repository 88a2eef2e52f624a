import type { BillingStatus, BillingSummary } from "@contract/billing";
import type { Run } from "@contract/runs";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { stripeKeys } from "../../../emulators/src/stripe/keys";
import {
  connect,
  createAccount,
  createSetup,
  openSession,
  smallShop,
  stackUrl,
  type Account,
} from "../stack/account";
import { expect as expectSoon, test } from "./journey";
import { answer } from "./network";

/*
 * One account from its free run to the paid invoice. Each test continues where the previous one ended, so
 * that two runs are enough. Intended failures leave the account unchanged.
 */
test.describe.configure({ mode: "serial" });

/** Only guards against hangs: a busy machine may be slow. */
const expect = expectSoon.configure({ timeout: 60_000 });
const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  authenticated: "4000 0025 0000 3155",
};
const narrow = { width: 360, height: 740 };

let account: Account;
let setupPath: string;
let context: BrowserContext;
let page: Page;

const modal = () => page.getByRole("dialog", { name: "Upgrade to Continue Processing Data" });
const setUp = () => modal().getByRole("button", { name: "Set Up Payment Method" });
const toast = () => page.getByRole("region", { name: "Notifications" });
const status = () => account.api<BillingStatus>("GET", "/api/v1/billing/status");

test.beforeAll(async ({ browser, baseURL }) => {
  account = await createAccount("Billed Person");
  const setup = await createSetup(account, await connect(account, smallShop));
  setupPath = `/setups/${setup.id}`;
  [context, page] = await signedIn(browser, baseURL);
});
test.afterAll(() => context.close());

test("the free run needs no card; the next one opens the modal, which also opens by itself once", async () => {
  await page.goto(setupPath);
  await page.getByRole("button", { name: "Run Now" }).click();
  await expect(toast()).toContainText("The quality check run has been started.");

  // The result is shown first; the modal opens when the user leaves the report.
  await toast().getByRole("link", { name: "View Report" }).click({ timeout: 240_000 });
  await expect(page).toHaveURL(/\/reports\//);
  await expect(modal()).toBeHidden();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Setup" }).click();
  await expect(modal()).toBeVisible();
  const [run] = await account.api<Run[]>("GET", "/api/v1/runs");
  expect(run?.status).toBe("completed");
  const [{ csvRowCount }] = await account.api<[{ csvRowCount: string }]>(
    "GET",
    "/api/v1/billing/usage?limit=1",
  );
  for (const [label, value] of [
    ["Free runs used", "1 of 1"],
    ["Rows in the last run", Number(csvRowCount).toLocaleString("en-US")],
    ["Outstanding", "$0.00"],
    ["Payment method", "None"],
  ] as const)
    await expect(term(modal(), label)).toHaveText(value);
  await expect(modal()).toContainText("$99.00 per month");
  await modal().getByRole("button", { name: "Not now" }).click();
  await expect(modal()).toBeHidden();

  await page.goto(setupPath);
  await page.getByRole("button", { name: "Run Now" }).click();
  await expect(modal()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/runs");
  await page.getByRole("button", { name: "Rerun" }).click();
  await expect(modal()).toBeVisible();
  expect(await account.api<Run[]>("GET", "/api/v1/runs")).toHaveLength(1);
});

test("without Stripe, only a message is shown", async () => {
  await answer(page, "/api/v1/billing/config", { stripeAvailable: false, stripePublishableKey: null });
  await page.goto("/settings");
  await expect(page.getByText("Payment Setup Unavailable")).toBeVisible();
  await expect(page.getByText("Up to 10,000 rows")).toBeVisible();
  let intents = 0;
  page.on("request", (request) => (intents += Number(request.url().includes("setup-intent"))));
  await page.getByRole("button", { name: "Set Up Payment Method" }).click();
  await setUp().click();
  await expect(toast()).toContainText("Payment Setup Unavailable");
  await expect(toast()).toContainText("Stripe is not yet configured. Payment setup will be available soon.");
  expect(intents).toBe(0);
  await page.unrouteAll();
});

test("a blocked window and a checkout that cannot be created are reported", async () => {
  await openModal();
  await answer(
    page,
    "/api/v1/billing/setup-intent",
    {
      code: "upstream-failed",
      message: "",
      requestId: "r",
      userMessage: "Stripe did not complete the request. Please try again.",
    },
    502,
  );
  await setUp().click();
  await expect(toast()).toContainText("Setup Error");
  await expect(toast()).toContainText("Stripe did not complete the request. Please try again.");
  await page.unrouteAll();

  await page.evaluate(() => Object.assign(window, { realOpen: window.open, open: () => null }));
  await setUp().click();
  await expect(toast()).toContainText("Popup Blocked");
  await expect(toast()).toContainText("Please allow popups for this site and try again.");
});

test("a declined card is refused on Stripe's page; a window closed without a card is not confirmed", async () => {
  await page.clock.install();
  await openModal();
  const popup = await openCheckout();
  await expect(modal().getByRole("button", { name: "Waiting for Stripe..." })).toBeDisabled();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([800, 600]);
  await enterCard(popup, cards.declined);
  await expect(popup.getByRole("alert")).toHaveText("Your card was declined.");
  await popup.close();

  await page.clock.runFor(1_000);
  await expect(modal()).toContainText("Confirming your payment method...");
  await answer(page, "/api/v1/billing/status", await status());
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(toast()).toContainText("Unable to confirm payment method", { timeout: 10 });
  }).toPass({ intervals: [0] });
  await expect(toast()).toContainText(
    "We couldn't confirm your payment method. Please try again or refresh the page.",
  );
  await page.unrouteAll();
});

test("a checkout window left open for ten minutes times out", async () => {
  const popup = await openCheckout();
  await page.clock.fastForward("10:01");
  await expect(toast()).toContainText("Checkout timed out");
  await expect(toast()).toContainText("We couldn't detect that the payment setup was completed.");
  await popup.close();
  expect(await status()).toMatchObject({ status: "free_quota_exhausted", hasPaymentMethod: false });
});

test("a card that needs authentication is saved once the bank approves, the window closes itself, and the refused run goes on", async () => {
  // The page's clock is minutes ahead, and its date decides whether the run asks.
  await page.clock.setSystemTime(Date.now());
  await page.goto(setupPath);
  await page.getByRole("button", { name: "Run Now" }).click();
  await expect(setUp()).toBeEnabled();
  const popup = await openCheckout();
  await enterCard(popup, cards.authenticated);
  await popup.getByRole("button", { name: "Fail authentication" }).click();
  await expect(popup.getByRole("alert")).toHaveText("We are unable to authenticate your payment method.");
  await enterCard(popup, cards.authenticated);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Complete authentication" }).click();
  await closed;

  await expect(toast()).toContainText("Payment method confirmed");
  await expect(toast()).toContainText("You're all set to continue processing data.");
  await expect(modal()).toBeHidden();
  expect(await status()).toMatchObject({ status: "active", hasPaymentMethod: true });
});

test("the run that had to wait for the payment is billed, and Settings shows what the period costs", async () => {
  // It was asked for before the payment, and asks only because the free run has already tested these days.
  const again = page.getByRole("alertdialog");
  await expect(again).toContainText(/counts about [\d,]+ billable checks again/);
  await again.getByRole("button", { name: "Run Again" }).click();
  await expect(toast()).toContainText("The quality check run has been started.");
  const ended = async () => (await account.api<Run[]>("GET", "/api/v1/runs"))[0]?.status;
  await expect.poll(ended).toBe("completed");

  const { usage } = await summary();
  expect(usage.currentPeriodRows).toBeGreaterThan(0);
  await page.goto("/settings");
  const rows = usage.currentPeriodRows.toLocaleString("en-US");
  await expect(card().getByText("Active")).toBeVisible();
  await expect(figure("Rows this period")).toContainText(rows);
  await expect(figure("Estimated cost")).toContainText("$99.00");
  await expect(figure("Outstanding")).toContainText(/\$0\.00.*Next invoice/);
  const tiers = page.getByRole("table", { name: "Pricing tiers" });
  for (const text of ["Up to 10,000 rows", rows, "$0.0000", "$0.0010", "Beyond 10,000, unlimited", "$99.00"])
    await expect(tiers).toContainText(text);
});

test("billing is cancelled at the end of the period, after a confirmation", async () => {
  // On a slow machine, the login is by now too old to change what is paid.
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await page.addLocatorHandler(again, async () => {
    await again.getByLabel("Current password").fill(account.password);
    await again.getByRole("button", { name: "Continue" }).click();
  });
  const cancel = page.getByRole("button", { name: "Cancel Billing" });
  const question = page.getByRole("alertdialog");
  await cancel.click();
  await expect(question).toContainText("cannot be undone.");
  await question.getByRole("button", { name: "Keep plan" }).click();
  await expect(question).toBeHidden();

  await answer(page, "/api/v1/billing/cancel", { code: "internal", message: "", requestId: "r" }, 500);
  await cancel.click();
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(toast()).toContainText(
    "Failed to cancel billing. Please contact support if this issue persists.",
  );
  await page.unrouteAll();

  await cancel.click();
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(toast()).toContainText("Billing cancelled");
  await expect(toast()).toContainText("You keep access until the end of the billing period.");
  await expect(card().getByText(/^Ends \w{3} \d+, \d{4}$/)).toBeVisible();
  await expect(figure("Outstanding")).toContainText("Billing ends");
  await expect(cancel).toBeHidden();
  expect(await status()).toMatchObject({ status: "active", hasPaymentMethod: true });

  await page.getByRole("button", { name: "Resume plan" }).click();
  await expect(toast()).toContainText("Billing resumed");
  await expect(cancel).toBeVisible();
  expect(await status()).toMatchObject({ cancelAt: null });
  await expect(card().getByText(/ending in \d{4}, expires/)).toBeVisible();
});

test("the invoice matches the estimate to the cent and is in the payment history", async () => {
  const { usage } = await summary();
  const invoice = await endSubscription();
  expect(invoice).toMatchObject({ status: "paid", total: usage.estimatedCost, currency: usage.currency });
  expect(invoice.lines.data.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(usage.currentPeriodRows);
  await expect.poll(async () => (await summary()).paymentHistory.length).toBe(1);
  await page.reload();
  const history = page.getByRole("table", { name: "Payment history" });
  await expect(history).toContainText("$99.00");
  await expect(history).toContainText("Paid");
  await expect(card().getByText("Free run used")).toBeVisible();
});

test("at 360 pixels Settings and the modal fit, and their touch targets are large enough", async () => {
  await page.setViewportSize(narrow);
  await page.goto("/settings");
  await expect(card().getByText("Free run used")).toBeVisible();
  await expectNoSideScroll();
  await page.getByRole("button", { name: "Set Up Payment Method" }).click();
  await expect(setUp()).toBeEnabled();
  await expectNoSideScroll();
  const box = await modal().boundingBox();
  expect(box).toMatchObject({ x: expect.any(Number) });
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(narrow.width);
  for (const name of ["Set Up Payment Method", "Not now", "Close"]) {
    const target = await modal().getByRole("button", { name }).boundingBox();
    expect(target!.height, name).toBeGreaterThanOrEqual(36);
  }
});

const summary = () => account.api<BillingSummary>("GET", "/api/v1/billing/summary");

/** The card on the settings page that shows plan and usage. */
const card = () => page.getByRole("main");
const figure = (label: string): Locator => card().getByText(label, { exact: true }).locator("..");
/** The value beside a term in a list. */
const term = (within: Locator, label: string): Locator =>
  within.getByText(label, { exact: true }).locator("..").getByRole("definition");

async function openModal(): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("main").getByRole("button", { name: "Set Up Payment Method" }).click();
  await expect(setUp()).toBeEnabled();
}

async function openCheckout(): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), setUp().click()]);
  await expect(popup.getByRole("heading", { name: "Add a payment method" })).toBeVisible();
  return popup;
}

async function enterCard(popup: Page, number: string): Promise<void> {
  await popup.getByLabel("Card number").fill(number);
  await popup.getByLabel(/^Expiration/).fill("12/34");
  await popup.getByLabel("Security code").fill("123");
  await popup.getByRole("button", { name: "Save card" }).click();
}

async function expectNoSideScroll(): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

type StripeInvoice = {
  status: string;
  total: number;
  currency: string;
  lines: { data: { quantity: number }[] };
};

/** Ends the account's subscription in Stripe immediately, with its last invoice. */
async function endSubscription(): Promise<StripeInvoice> {
  const customers = await stripe<{ data: { id: string }[] }>(
    "GET",
    `customers?email=${encodeURIComponent(account.email)}`,
  );
  const customer = customers.data[0]!.id;
  const subscriptions = await stripe<{ data: { id: string }[] }>("GET", `subscriptions?customer=${customer}`);
  await stripe("DELETE", `subscriptions/${subscriptions.data[0]!.id}?invoice_now=true`);
  const invoices = await stripe<{ data: StripeInvoice[] }>("GET", `invoices?customer=${customer}`);
  return invoices.data[0]!;
}

async function stripe<T>(method: string, path: string): Promise<T> {
  const answer = await fetch(`${stackUrl("STRIPE")}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${stripeKeys.secretKey}` },
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A new page, signed in as the account. */
async function signedIn(browser: Browser, baseURL: string | undefined): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    baseURL,
    locale: "en-US",
    viewport: { width: 1280, height: 800 },
  });
  await openSession(context, account);
  return [context, await context.newPage()];
}
