import { pay } from "../../../emulators/src/launcher/seed/pay";
import { ProductClient } from "../../../emulators/src/launcher/seed/product-client";
import { connect, createSetup, finishedRun, smallShop, stackUrl, verifiedAccount } from "../stack/account";
import { linkInMail, mailsTo } from "../stack/mail";
import { expect, test, toast } from "./journey";
import { hold } from "./network";

test("a run's incident is acknowledged, discussed, muted and closed", async ({ page, account }) => {
  const connection = await connect(account, smallShop);
  const setup = await createSetup(account, connection, {
    name: "Counts",
    detectors: ["event_count_change", "event_stopped"],
  });
  const run = await finishedRun(account, setup);
  await page.goto("/incidents");
  // The free run is used, so the next visit offers the plan.
  await page.getByRole("button", { name: "Not now" }).click();
  const first = page.getByRole("main").getByRole("listitem").first();
  await expect(first).toContainText("New");
  const title = (await first.getByRole("link").innerText()).trim();
  await first.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("link", { name: "View analysis" })).toHaveAttribute(
    "href",
    new RegExp(`^/reports/${run.id}/event_`),
  );

  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(toast(page).getByText("Incident acknowledged")).toBeVisible();
  await expect(toast(page).getByText("Assigned to you.")).toBeVisible();
  // Only while the toast is there.
  await page.keyboard.press("Control+z");
  await expect(toast(page).getByText("Undone")).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: "acknowledged it and assigned it to themselves" }),
  ).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "unassigned themselves" })).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(toast(page).getByText("Assigned to you.")).toBeVisible();
  await page.getByRole("textbox", { name: "Comment" }).fill("The fix ships tomorrow.");
  await page.getByRole("textbox", { name: "Comment" }).press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "The fix ships tomorrow." })).toBeVisible();
  await page.getByRole("button", { name: "Mute until…" }).click();
  await page.getByRole("menuitem", { name: "Until it gets worse" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("Muted until it gets worse")).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Incidents" }).click();
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
  await page.getByRole("radio", { name: /^Muted/ }).click();
  // On phones, a long press selects an incident.
  const row = main.getByRole("listitem").filter({ has: page.getByRole("link", { name: title }) });
  const isPhone = page.viewportSize()!.width < 640;
  if (isPhone) await row.click({ delay: 3_000 });
  else await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  const bar = page.getByRole("toolbar", { name: "Selected incidents" });
  await expect(bar.getByText("1 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Close" }).click();
  await page.getByRole("menuitem", { name: "False alarm…" }).click();
  await page.getByRole("button", { name: "Close incident" }).click();
  await expect(toast(page).getByText("Closed as a false alarm")).toBeVisible();
  await expect(main.getByRole("link", { name: title })).toHaveCount(0);

  // The same by keyboard: undo the closing, then acknowledge, open, mute and close the incident.
  await page.keyboard.press("Control+z");
  await expect(toast(page).getByText("Undone")).toBeVisible();
  const link = main.getByRole("link", { name: title });
  await expect(link).toBeVisible();
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
  await page.keyboard.press("a");
  await expect(toast(page).getByText("Incident acknowledged")).toBeVisible();
  await page.getByRole("radio", { name: /^Acknowledged/ }).click();
  await expect(link).toBeVisible();
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem", { name: "Forever" })).toBeVisible();
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("3");
  await expect(main.getByText("Muted until it recovers")).toBeVisible();
  await expect(main.getByRole("button", { name: "Close as…" })).toBeEnabled();
  await page.keyboard.press("e");
  await expect(page.getByRole("menuitem", { name: "Fixed" })).toBeVisible();
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("1");
  await expect(main.getByText("Closed: fixed")).toBeVisible();
});

test("the inbox can be collapsed by keyboard, and its filters are behind one button", async ({
  page,
  account,
}) => {
  const connection = await connect(account, smallShop);
  const setup = await createSetup(account, connection, {
    name: "Counts",
    detectors: ["event_count_change", "event_stopped"],
  });
  await finishedRun(account, setup);
  await page.goto("/incidents");
  await page.getByRole("button", { name: "Not now" }).click();
  const main = page.getByRole("main");
  const rows = main.getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  const shown = await rows.count();
  await expect(main.getByRole("heading", { name: /^Began \w+ \d+.*: \d+ incidents$/ }).first()).toBeVisible();
  await main.locator("[data-group] [data-incident]").first().focus();
  await page.keyboard.press("ArrowLeft");
  const head = main.getByRole("button", { name: /^Expand / }).first();
  await expect(head).toBeFocused();
  expect(await rows.count()).toBeLessThan(shown);
  await page.keyboard.press("ArrowRight");
  await expect(rows).toHaveCount(shown);
  await expect(main.locator("[data-group] [data-incident]").first()).toBeFocused();

  const check = page.getByRole("combobox", { name: "Check" });
  if (page.viewportSize()!.width < 640) {
    await expect(check).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
  }
  await check.selectOption({ label: "Event stopped flowing" });
  await expect(page).toHaveURL(/check=event_stopped/);
  await expect.poll(() => rows.count()).toBeLessThan(shown);
  await page.getByRole("searchbox").fill("nothing has this name");
  await expect(page.getByRole("heading", { name: "No open incidents match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(shown);
});

test(
  "a mail's link leads through the login to the incident in another workspace, and tabs agree",
  { tag: "@one-width" },
  async ({ context, page }) => {
    const [host, reader] = await Promise.all([verifiedAccount("Host"), verifiedAccount("Reader")]);
    await host.api("PATCH", "/api/v1/workspace", { name: "Host workspace" });
    await host.api("POST", "/api/v1/invitations", { email: reader.email, role: "editor" });
    const invitation = new URL(await linkInMail(reader.email, /You are invited/));
    await reader.api("POST", "/api/v1/invitations/accept", { token: invitation.searchParams.get("token") });
    const connection = await connect(host, smallShop);
    await finishedRun(host, await createSetup(host, connection));

    const incidentLink = async () =>
      (await mailsTo(reader.email))
        .map(({ text }) => /https?:\/\/\S+\/incidents\/[\w-]+/.exec(text)?.[0])
        .find((found) => found !== undefined);
    await expect.poll(incidentLink, { timeout: 120_000 }).toBeDefined();
    const link = (await incidentLink())!;
    await page.goto(link);
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email").fill(reader.email);
    await page.getByLabel("Password").fill(reader.password);
    await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(link);
    await expect(toast(page)).toContainText("Switched to Host workspace");
    const acknowledge = page.getByRole("button", { name: "Acknowledge" });
    await expect(acknowledge).toBeVisible();

    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByRole("button", { name: "Acknowledge" })).toBeEnabled();
    await acknowledge.click();
    await expect(other.getByRole("button", { name: "Acknowledge" })).toBeDisabled();
  },
);

test(
  "the inbox of two connections names them, and keeps its rows in place while answers are slow",
  { tag: "@one-width" },
  async ({ page, account }) => {
    for (const projectName of ["Shop in May", "Shop in June"]) {
      const setup = await createSetup(account, await connect(account, { ...smallShop, projectName }));
      expect((await finishedRun(account, setup)).status).toBe("completed");
      // Only the first run is free.
      await pay(new ProductClient(stackUrl("APP"), account.idToken));
    }
    // A task records a run's incidents once the run has ended.
    const found = () => account.api<{ connectionId: string }[]>("GET", "/api/v1/incidents");
    await expect.poll(async () => new Set((await found()).map((one) => one.connectionId)).size).toBe(2);
    const main = page.getByRole("main");
    const rows = main.getByRole("listitem");
    const list = await hold(page, "/api/v1/incidents");
    await page.goto("/incidents");
    await expect(main.getByRole("status", { name: "Loading incidents" })).toBeVisible();
    const topOfSearch = async () => (await main.getByRole("searchbox").boundingBox())?.y;
    const before = await topOfSearch();
    list.release();
    await expect(rows.first()).toBeVisible();
    expect(await topOfSearch()).toBe(before);
    const named = (name: string) => main.getByRole("region").filter({ hasText: name });
    await expect(named("Shop in May").first()).toBeVisible();
    await expect(named("Shop in June").first()).toBeVisible();
    await main.getByRole("combobox", { name: "Connection" }).selectOption({ label: "Shop in June" });
    await expect(named("Shop in May")).toHaveCount(0);

    // The row leaves at once, the next one has the focus, and the late answer moves neither.
    const shown = await rows.count();
    const links = main.locator("[data-incident]");
    const [first, second] = [await links.nth(0).innerText(), await links.nth(1).innerText()];
    const change = await hold(page, "/api/v1/incidents/actions");
    await page.keyboard.press("j");
    await expect(links.nth(0)).toBeFocused();
    await page.keyboard.press("a");
    await expect(rows).toHaveCount(shown - 1);
    await expect(main.getByRole("link", { name: second })).toBeFocused();
    change.release();
    await expect(toast(page).getByText("Incident acknowledged")).toBeVisible();
    await expect(main.getByRole("link", { name: second })).toBeFocused();
    await page.getByRole("radio", { name: /^Acknowledged/ }).click();
    await expect(main.getByRole("link", { name: first })).toBeVisible();
  },
);
