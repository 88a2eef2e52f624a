import type { Page } from "@playwright/test";
import { connect as connectThroughApi, smallShop } from "../stack/account";
import { expect, test, toast } from "./journey";

test("the main job works by keyboard alone", async ({ page, account }) => {
  await connectThroughApi(account, smallShop);
  await page.goto("/setups");
  await page.getByText("No setups yet").waitFor();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await tabTo(page, "link", "Create Your First Setup");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Setup name");
  await page.keyboard.type("By keyboard");
  await tabTo(page, "button", "Next");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Clear all");
  await page.keyboard.press("Enter");
  await tabTo(page, "checkbox", "Event count spike/drop");
  await page.keyboard.press("Space");
  await tabTo(page, "radio", "7");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "spinbutton", "Threshold, Event count spike/drop");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("40");
  await tabTo(page, "button", "Next");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Create Setup");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Setup created");

  await tabTo(page, "link", "View Details");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Event count/ })).toContainText("14 days");
  await expect(page.getByRole("row", { name: /Event count/ })).toContainText("40%");
  await tabTo(page, "button", "Run Now");
  await page.keyboard.press("Enter");
  // Progress is announced to screen readers, not only shown.
  const status = page.getByRole("status").filter({ hasText: "Active Run in Progress" });
  await expect(status.getByRole("progressbar")).toBeVisible();
  await expect(toast(page).getByRole("status")).toContainText("The quality check run has been started.");
  await tabTo(page, "link", "View Run History");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "View Report" }).first().waitFor({ timeout: 240_000 });
  await tabTo(page, "link", "View Report");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "By keyboard" })).toBeVisible();
  await tabTo(page, "link", /^View Details/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Event count spike/drop" })).toBeVisible();
  await tabTo(page, "button", "Download CSV");
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);

  // The free run is used and its result was viewed: the upgrade modal takes the focus and returns it.
  await tabTo(page, "link", "Setup");
  await page.keyboard.press("Enter");
  const upgrade = page.getByRole("dialog", { name: "Upgrade to Continue Processing Data" });
  await expect(upgrade).toBeVisible();
  await expect.poll(() => upgrade.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(upgrade).toBeHidden();
});

/** Presses Tab until the control with this role and name has the focus. */
async function tabTo(
  page: Page,
  role: Parameters<Page["getByRole"]>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" });
  await wanted.first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const isThere = await wanted.evaluateAll((found) =>
      found.includes(document.activeElement as HTMLElement),
    );
    if (isThere) return;
  }
  throw new Error(`Tab never reaches the ${role} ${String(name)}`);
}

test("nothing moves for people who prefer reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Animations end immediately instead of not starting, so that code waiting for their end continues. One
  // frame may still see them.
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
  );
  expect(moving).toBe(0);
  // Transitions don't start at all: one on each element for every change of a style stops a long page for seconds.
  const started = await page.evaluate(() => {
    document.body.style.color = "red";
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  expect(started).toBe(0);
});
