import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { connect as connectThroughApi, openSession, smallShop } from "../stack/account";
import { expect, test, toast } from "./journey";
import { sharedReport } from "./shared-report";
import { emptyRoutes, signedInRoutes, signedOutRoutes } from "./routes";

test.describe("axe finds nothing and nothing scrolls sideways", () => {
  test.use({ reducedMotion: "reduce" });

  test("on signed-out pages", async ({ page }) => {
    for (const path of signedOutRoutes) await inspect(page, path);
  });

  test("on the pages of an empty account", async ({ page, account }) => {
    expect(account.uid).not.toBe("");
    for (const path of emptyRoutes) await inspect(page, path);
  });

  for (const part of [0, 1] as const)
    test(`on the pages of an account with a report, part ${part + 1}`, async ({ page, context }) => {
      const shared = await sharedReport();
      await openSession(context, shared.account);
      for (const path of signedInRoutes(shared).filter((_, index) => index % 2 === part))
        await inspect(page, path);
    });
});

/** Content may move by this much while a page loads: the "good" range of Cumulative Layout Shift is up to 0.1. */
const maxLayoutShift = 0.05;

/** Both themes at 1280 px, then the width of a small phone. */
async function inspect(page: Page, path: string): Promise<void> {
  await page.addInitScript(recordLayoutShift);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await settled(page);
  await expectNoLayoutShift(page, `${path} at 1280 px`);
  await expectNoViolation(`${path}, light`, axe(page));
  // The other theme has the same elements in other colors.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expectNoViolation(`${path}, dark`, axe(page).withRules(["color-contrast", "link-in-text-block"]));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await settled(page);
  await expectNoLayoutShift(page, `${path} at 360 px`);
  // Charts learn of a new width a frame later.
  await expect
    .soft(async () => expect(await page.evaluate(sidewaysPx), `${path} scrolls sideways at 360 px`).toBe(0))
    .toPass({ timeout: 60_000 });
}

async function expectNoLayoutShift(page: Page, where: string): Promise<void> {
  const { layoutShift, moved } = await page.evaluate(() => {
    const { layoutShift, moved } = window as unknown as LayoutShifts;
    return { layoutShift, moved };
  });
  expect
    .soft(layoutShift, `layout shift of ${where}: ${moved.join(", ")}`)
    .toBeLessThanOrEqual(maxLayoutShift);
}

type LayoutShifts = { layoutShift: number; /** What moved, and by how many pixels. */ moved: string[] };

/** Adds up, from the first paint on, how far content moved without an input. */
function recordLayoutShift(): void {
  type LayoutShift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const counter = window as unknown as Partial<LayoutShifts>;
  // Every page that is inspected adds this script once more; one recorder a document is enough.
  if (counter.layoutShift !== undefined) return;
  counter.layoutShift = 0;
  const moved: string[] = (counter.moved = []);
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      counter.layoutShift = (counter.layoutShift ?? 0) + value;
      for (const { node, previousRect, currentRect } of sources)
        moved.push(
          `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${Math.round(currentRect.y - previousRect.y)} px`,
        );
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const sidewaysPx = () =>
  Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);

const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

async function expectNoViolation(where: string, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect.soft(found, where).toEqual([]);
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("main").waitFor();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

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
  // Progress is announced, not only shown.
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

  // The free run is used and its result was seen: the upgrade modal takes the focus and gives it back.
  await tabTo(page, "link", "Setup");
  await page.keyboard.press("Enter");
  const upgrade = page.getByRole("dialog", { name: "Upgrade to Continue Processing Data" });
  await expect(upgrade).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(upgrade).toBeHidden();
});

/** Presses Tab until the control with that role and name has the focus. */
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

test("nothing moves for people who ask for that", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Animations end at once rather than never begin, so that what waits for an end goes on; one frame may still see them.
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
  );
  expect(moving).toBe(0);
});
