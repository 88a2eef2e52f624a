import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openSession } from "../stack/account";
import type { People } from "./people";
import type { Role, Screen } from "./screens";

export const widths = [1280, 360] as const;
export const themes = ["light", "dark"] as const;
export type View = { width: (typeof widths)[number]; theme: (typeof themes)[number] };

const roles: readonly Role[] = ["visitor", "newcomer", "stuck", "demo"];

/**
 * Takes a full-page picture of every screen at one width in one theme, named `<screen>-<theme>-<width>.png`.
 * @returns the problems seen while taking them: console errors and pages that scroll sideways
 */
export async function takePictures(
  browser: Browser,
  { width, theme }: View,
  screens: readonly Screen[],
  { accounts, ids }: People,
  folder: string,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  for (const role of roles) {
    const shown = screens.filter((screen) => screen.as === role && (screen.width ?? width) === width);
    if (shown.length === 0) continue;
    const context = await browser.newContext({
      baseURL: process.env.PLUMBLINE_APP_URL,
      viewport: { width, height: width === 360 ? 740 : 800 },
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-US",
    });
    if (role !== "visitor") await openSession(context, accounts[role]);
    for (const screen of shown) {
      const name = `${screen.name}-${theme}-${width}`;
      const found = await shoot(context, screen, ids, path.join(folder, `${name}.png`)).catch(
        (error: unknown) => [String(error).split("\n")[0]!],
      );
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    await context.close();
  }
  return problems;
}

type Ids = People["ids"];

async function shoot(context: BrowserContext, screen: Screen, ids: Ids, file: string): Promise<string[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  // Staged and refused calls are expected to log errors to the console.
  if (!screen.stage && !screen.act)
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
    });
  page.on("pageerror", (error) => problems.push(error.message));
  try {
    await screen.stage?.(page, ids);
    await page.goto(screen.path(ids));
    await settle(page, screen.loading);
    if (screen.act) {
      await screen.act(page);
      await settle(page, screen.loading);
    }
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (sideways > 0) problems.push(`scrolls sideways by ${sideways} px`);
    await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
  } finally {
    await page.close();
  }
  return problems;
}

/** Waits until the page and its font have loaded, or for the requested loading state. */
async function settle(page: Page, loading: Screen["loading"]): Promise<void> {
  if (loading === "app") {
    await page.getByText("Loading...").waitFor();
  } else if (loading === "page") {
    // A skeleton in the shape of the page. While the page's code loads, the label is only "Loading".
    await page.locator('[aria-busy="true"][aria-label^="Loading "] > *').first().waitFor();
  } else {
    await page.locator("main").waitFor(); // An open dialog hides it from role queries.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => {});
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
