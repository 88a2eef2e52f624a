import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export type LandingWeight = { scripts: { path: string; gzipBytes: number }[] };

/** How long the page may go on loading after its headline stands, in milliseconds. */
const settleMs = 2_000;

/**
 * Loads the signed-out landing page and adds up every script the browser fetched from the origin, each
 * compressed with gzip as Hosting does. Preloaded chunks count too.
 */
export async function measureLanding(origin: string, debuggingPort: number): Promise<LandingWeight> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const page = await browser.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname, origin: from } = new URL(response.url());
    if (from === origin && pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  await page.goto(origin);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(settleMs);
  const bodies = await Promise.all([...scripts].map(async ([path, body]) => ({ path, body: await body })));
  await browser.close();
  return {
    scripts: bodies
      .map(({ path, body }) => ({ path, gzipBytes: gzipSync(body, { level: 9 }).length }))
      .sort((a, b) => b.gzipBytes - a.gzipBytes),
  };
}
