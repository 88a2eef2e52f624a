import { expect, isNarrow, navigate, test, toast } from "./journey";

test("the landing page explains the product and its price, and links to the next steps", async ({ page }) => {
  await page.goto("/");
  for (const heading of [
    "Know the day your tracking breaks.",
    "A finding you can act on, not another red number",
    "Nine checks, one report",
    "How it works",
    /Why not a\s*simple threshold\?/,
    "Pricing",
    "Talk to the founder",
    "Catch the next break the day it happens.",
  ])
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await expect(page.getByText("Your raw data is not retained after analysis.")).toBeVisible();
  await expect(page.getByText("90+ startups")).toBeVisible();
  await expect(page.getByText("hundreds of data teams")).toBeVisible();
  await expect(page.getByText("$99", { exact: true })).toBeVisible();
  for (const [name, count] of [
    ["Book a demo", 2],
    ["Book a call", 1],
  ] as const) {
    const links = page.getByRole("link", { name: new RegExp(name) });
    await expect(links).toHaveCount(count);
    await expect(links.first()).toHaveAttribute("target", "_blank");
    await expect(links.first()).toHaveAttribute("href", /^https:/);
  }
  await page.getByLabel("Schedule").selectOption("Monthly");
  await expect(page.getByText("$99.00").first()).toBeVisible();

  // The navigation bar of a small screen has no room for external pages; the footer has them.
  const blog = page.getByRole("banner").getByRole("link", { name: /^Blog/, includeHidden: true });
  await expect(blog).toBeVisible({ visible: !isNarrow(page) });
  await page.getByRole("link", { name: "Get your 1st run Free" }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
});

test("use cases open one by one", async ({ page }) => {
  await page.goto("/");
  await navigate(page, "Use Cases");
  await expect(page).toHaveURL(/\/use-cases$/);
  const second = page.getByRole("button", { name: "Event stopped flowing" });
  const text = page.getByRole("region", { name: "Event stopped flowing" });
  await expect(text).toBeHidden();
  await second.click();
  await expect(text.getByText("What it means")).toBeVisible();
  await expect(text.getByText("Example")).toBeVisible();
  await second.click();
  await expect(text).toBeHidden();
  await expect(page.getByText("Configurable thresholds")).toBeVisible();
});

test(
  "pages of the app ask visitors to log in, and unknown pages show 404",
  { tag: "@one-width" },
  async ({ page }) => {
    for (const path of ["/settings", "/setups/new?source=dashboard", "/reports/r1/event_stopped"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
    }
    await page.goto("/no/such/page");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await expect(
      page.getByText("There is no page at this address. Check the link, or go to Home."),
    ).toBeVisible();
    await expect(toast(page)).toBeEmpty();
  },
);

test.describe("public pages", () => {
  test.use({ javaScriptEnabled: false });

  test("can be read without JavaScript", { tag: "@one-width" }, async ({ page }) => {
    for (const [path, heading, text] of [
      ["/", "Know the day your tracking breaks.", "Up to 10,000 rows analysed"],
      ["/use-cases", "Use Cases", "What it means"],
      ["/demo", "All nine checks", "Search Performed"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByRole("link", { name: "Data Settings" })).toBeHidden();
    }
    await page.goto("/use-cases");
    await expect(page.getByText("What it means").filter({ visible: true })).toHaveCount(9);
  });
});

test("a public page follows the color mode before its code runs, and then repeats earlier clicks", async ({
  page,
}) => {
  let letCodeLoad = () => {};
  const mayLoad = new Promise<void>((resolve) => (letCodeLoad = resolve));
  await page.route("**/assets/start-*.js", async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/use-cases");
  await expect(page.locator("html")).toHaveClass("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveClass("light");

  const text = page.getByRole("region", { name: "Event stopped flowing" });
  await page.getByRole("button", { name: "Event stopped flowing" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  if (isNarrow(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await expect(text).toBeHidden();
  letCodeLoad();
  await expect(text).toBeVisible();
  await expect(menu).toBeVisible({ visible: isNarrow(page) });
});

test("public pages keep their HTML when their scripts take over", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  for (const path of ["/", "/use-cases", "/demo/incident", "/demo"]) {
    await page.goto(path, { waitUntil: "commit" });
    const title = await page.getByRole("heading", { level: 1 }).elementHandle();
    await page.waitForLoadState("networkidle");
    await page.mouse.move(10, 300);
    await page.waitForLoadState("networkidle");
    expect(await title?.evaluate((element) => element.isConnected), path).toBe(true);
  }
  await page
    .getByRole("link", { name: /^View Details/ })
    .first()
    .click();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Demo report");
  expect(errors).toEqual([]);
});

test("a signed-in user sees the app's frame immediately, never the landing page", async ({
  page,
  account,
}) => {
  expect(account.uid).not.toBe("");
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("status", { name: "Loading home" })).toBeVisible();
  await expect(page.getByText("Know the day your tracking breaks.")).toBeHidden();
});
