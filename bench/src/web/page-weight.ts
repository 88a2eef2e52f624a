import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export type PageWeight = {
  /** Everything that the page loads on its own, and after the first input; compressed sizes. */
  files: { path: string; bytes: number; isAfterInput: boolean }[];
  /** Text of Chrome's largest contentful element, and whether the HTML contains it. */
  largest: { text: string; isInHtml: boolean };
};

/** How long to let the page continue loading, in milliseconds. */
const settleMs = 2_000;

/** Loads a public page signed out on a phone-sized screen, and measures what the browser fetched from its origin. */
export async function measurePage(address: string, debuggingPort: number): Promise<PageWeight> {
  const { origin } = new URL(address);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const fetched = new Map<string, boolean>();
  let isAfterInput = false;
  page.on("request", (request) => {
    const { pathname, origin: of } = new URL(request.url());
    if (of === origin && !fetched.has(pathname)) fetched.set(pathname, isAfterInput);
  });
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(settleMs);
  const text = await page.evaluate<string>(largestText);
  isAfterInput = true;
  await page.mouse.move(200, 400);
  await page.waitForTimeout(settleMs);
  await browser.close();
  const files = await Promise.all(
    [...fetched].map(async ([path, isAfterInput]) => ({
      path,
      bytes: compressedSize(path, await bodyOf(origin + path)),
      isAfterInput,
    })),
  );
  const html = wordsOf(String(await bodyOf(address)).replaceAll(/<[^>]+>/g, ""));
  return {
    files: files.sort((a, b) => b.bytes - a.bytes),
    largest: { text, isInHtml: text !== "" && html.includes(wordsOf(text)) },
  };
}

const bodyOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

const compressedSize = (path: string, body: Buffer): number =>
  /\.(woff2|png)$/.test(path) ? body.length : gzipSync(body, { level: 9 }).length;

const wordsOf = (text: string): string =>
  text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").replaceAll(/\s+/g, "");

/** Code that runs in the page. */
const largestText = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.element?.textContent ?? ""))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;
