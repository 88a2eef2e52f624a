import { connect, createSetup, finishedRun, smallShop } from "../stack/account";
import { expect, test, toast } from "./journey";

test("what a run found is acknowledged, discussed, muted and closed", async ({ page, account }) => {
  const connection = await connect(account, smallShop);
  const setup = await createSetup(account, connection, {
    name: "Counts",
    detectors: ["event_count_change", "event_stopped"],
  });
  const run = await finishedRun(account, setup);
  await page.goto("/incidents");
  // The free run is used up: the next visit offers the plan.
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
  await expect(page.getByRole("listitem").filter({ hasText: "acknowledged it and took it" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(toast(page).getByText("Undone")).toBeVisible();
  await expect(page.getByText("Nobody", { exact: true })).toBeVisible();
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
  await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await page.getByRole("button", { name: "Close as…" }).click();
  await page.getByRole("menuitem", { name: "False alarm…" }).click();
  await page.getByRole("button", { name: "Close incident" }).click();
  await expect(toast(page).getByText("Closed as a false alarm")).toBeVisible();
  await expect(main.getByRole("link", { name: title })).toHaveCount(0);

  // The same by keyboard: the closing is undone, and the incident acknowledged, opened, muted and closed.
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
  await expect(main.getByText("Closed as fixed")).toBeVisible();
});
