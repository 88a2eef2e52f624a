import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export type LandingWeight = {
  /** Everything that the page loads by itself, and what more it loads once somebody does something; compressed. */
  files: { path: string; bytes: number; isAfterInput: boolean }[];
  /** Text of the element that Chrome took for the largest, and whether the HTML came with it. */
  largest: { text: string; isInHtml: boolean };
};

/** How long the page may go on loading after its headline stands, in milliseconds. */
const settleMs = 2_000;

/** Loads the signed-out landing page on a screen of a phone and adds up what the browser fetched from the origin. */
export async function measureLanding(origin: string, debuggingPort: number): Promise<LandingWeight> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const fetched = new Map<string, { isAfterInput: boolean; body: Promise<Buffer> }>();
  let isAfterInput = false;
  page.on("response", (response) => {
    const { pathname, origin: from } = new URL(response.url());
    if (from === origin && !fetched.has(pathname))
      fetched.set(pathname, { isAfterInput, body: response.body().catch(() => Buffer.alloc(0)) });
  });
  await page.goto(origin);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(settleMs);
  const text = await page.evaluate<string>(largestText);
  isAfterInput = true;
  await page.mouse.move(200, 400);
  await page.waitForTimeout(settleMs);
  const files = await Promise.all(
    [...fetched].map(async ([path, { isAfterInput, body }]) => ({
      path,
      // A prefetched file has no body that the browser would show.
      bytes: compressedSize(path, (await body).length > 0 ? await body : await bodyOf(origin + path)),
      isAfterInput,
    })),
  );
  await browser.close();
  const html = wordsOf(String(await bodyOf(origin)).replaceAll(/<[^>]+>/g, ""));
  return {
    files: files.sort((a, b) => b.bytes - a.bytes),
    largest: { text, isInHtml: text !== "" && html.includes(wordsOf(text)) },
  };
}

const bodyOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

const compressedSize = (path: string, body: Buffer): number =>
  /\.(woff2|png)$/.test(path) ? body.length : gzipSync(body, { level: 9 }).length;

const wordsOf = (text: string): string => text.replaceAll(/\s+/g, "");

/** Runs in the page. */
const largestText = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.element?.textContent ?? ""))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;
