import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "@playwright/test";
import { openSession } from "../stack/account";
import { chromiumArgs, chromiumPath } from "../stack/chromium";
import { startTestStack } from "../stack/stack";
import { preparePeople } from "./people";

const folder = fileURLToPath(new URL("../../../docs/images", import.meta.url));

/**
 * `npm run readme-pictures`: takes the README's three pictures of the demo account as WebP, and the picture
 * for link previews.
 */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stop = await startTestStack();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...chromiumArgs] });
  try {
    await savePreview(browser);
    const { accounts, ids } = await preparePeople();
    const context = await browser.newContext({
      baseURL: process.env.PLUMBLINE_APP_URL,
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1.5,
      colorScheme: "light",
      reducedMotion: "reduce",
      locale: "en-US",
    });
    await openSession(context, accounts.demo);
    const page = await context.newPage();
    await page.goto("/");
    await page.getByText("View Report").first().waitFor();
    await save(page, "dashboard", 560);
    await page.goto(`/reports/${ids.runId}`);
    await page.getByRole("heading", { name: "Findings", exact: true }).waitFor();
    await page.getByRole("button", { name: "Close these steps" }).click();
    // The press scrolled to the button.
    await page.evaluate(() => scrollTo(0, 0));
    await save(page, "report", 778);
    await page.goto(`/reports/${ids.runId}/event_count_change`);
    await page.getByRole("button", { name: /^Alert Checkout Started/ }).click();
    await page.getByRole("heading", { name: "Events per day" }).waitFor();
    await save(page, "analysis", 820);
  } finally {
    await browser.close();
    await stop();
  }
}

/** Saves the top of the landing page in the size of link previews; see `metaTags` in `src/prerender.tsx`. */
async function savePreview(browser: Browser): Promise<void> {
  const page = await browser.newPage({
    baseURL: process.env.PLUMBLINE_APP_URL,
    viewport: { width: 1200, height: 630 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto("/");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: fileURLToPath(new URL("../../public/preview.png", import.meta.url)) });
  await page.close();
}

/** Saves the top `height` pixels of the page as WebP. Playwright itself only writes PNG and JPEG. */
async function save(page: Page, name: string, height: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  const bytes = Buffer.from(data, "base64");
  writeFileSync(path.join(folder, `${name}.webp`), bytes);
  console.log(`${name}.webp: ${Math.round(bytes.length / 1024)} KB`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
