import os from "node:os";
import { type LighthouseRun, medianRun, runLighthouse, type Timing, timings } from "./lighthouse.js";
import * as chromeLauncher from "chrome-launcher";
import { chromiumPath } from "../../../web/e2e/stack/chromium.js";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const pages = process.argv.length > 2 ? process.argv.slice(2) : ["/", "/use-cases", "/demo"];
/** The bars for each page: compressed kilobytes of everything it loads, and Lighthouse's scores on a phone. */
const mostKb = 200;
const leastScore = 99;
const mostShift = 0;
/** An odd number, because the median is used. */
const lighthouseRuns = 3;

type Row = { what: string; measured: string; bar?: string; isMet?: boolean };

async function meetsBars(origin: string, path: string): Promise<boolean> {
  const { files, largest } = await withBrowser((port) => measurePage(origin + path, port));
  const runs: LighthouseRun[] = [];
  for (let run = 0; run < lighthouseRuns; run++)
    runs.push(await withBrowser((port) => runLighthouse(origin + path, port)));
  const { categories, timings: values } = medianRun(runs);
  const sizeOf = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const own = sizeOf(files.filter(({ isAfterInput }) => !isAfterInput));
  const shift = values["cumulative-layout-shift"];
  const rows: Row[] = [
    {
      what: "Everything it loads, compressed",
      measured: kb(own),
      bar: `≤ ${mostKb} KB`,
      isMet: own <= mostKb,
    },
    { what: "Including code loaded on first input", measured: kb(sizeOf(files)) },
    {
      what: `Largest element is in the HTML ("${largest.text.trim().slice(0, 40)}")`,
      measured: largest.isInHtml ? "yes" : "no",
      bar: "yes",
      isMet: largest.isInHtml,
    },
    ...categories.map(({ title, score }) => ({
      what: `Lighthouse, phone: ${title}`,
      measured: `${score} (${runs.map((run) => run.categories.find((one) => one.title === title)?.score).join(", ")})`,
      bar: `≥ ${leastScore}`,
      isMet: score >= leastScore,
    })),
    ...(Object.keys(timings) as Timing[])
      .filter((name) => name !== "cumulative-layout-shift")
      .map((name) => ({ what: timings[name], measured: String(Math.round(values[name])) })),
    {
      what: timings["cumulative-layout-shift"],
      measured: shift.toFixed(3),
      bar: String(mostShift),
      isMet: shift <= mostShift,
    },
  ];
  console.log(`\n${path}`);
  for (const { path: file, bytes, isAfterInput } of files)
    console.log(`${kb(bytes / 1000).padStart(12)}  ${file}${isAfterInput ? " (first input)" : ""}`);
  for (const { what, measured, bar = "", isMet } of rows)
    console.log(
      `${isMet === undefined ? " " : isMet ? "✓" : "✗"} ${what.padEnd(64)} ${measured.padEnd(22)} ${bar}`,
    );
  for (const { title, lost } of categories) for (const audit of lost) console.log(`  − ${title}: ${audit}`);
  return rows.every(({ isMet }) => isMet !== false);
}

/** Kilobytes of 1,000 bytes, as Vite prints them. */
function kb(kilobytes: number): string {
  return `${kilobytes.toFixed(1)} KB`;
}

/** Starts a headless browser with its debugging port open and ends it after `use`. */
async function withBrowser<T>(use: (port: number) => Promise<T>): Promise<T> {
  const chrome = await chromeLauncher.launch({
    chromePath: await chromiumPath(),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    return await use(chrome.port);
  } finally {
    chrome.kill();
  }
}

type PageWeight = {
  /** Everything that the page loads on its own, and after the first input; compressed sizes. */
  files: { path: string; bytes: number; isAfterInput: boolean }[];
  /** Text of Chrome's largest contentful element, and whether the HTML contains it. */
  largest: { text: string; isInHtml: boolean };
};

/** How long to let the page continue loading, in milliseconds. */
const settleMs = 2_000;

/** Loads a public page signed out on a phone-sized screen, and measures what the browser fetched from its origin. */
async function measurePage(address: string, debuggingPort: number): Promise<PageWeight> {
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

/** Builds the web app, serves the build and measures the public pages. Exits with 1 if a bar is missed. */
await withPreview(async (origin) => {
  for (const path of pages) if (!(await meetsBars(origin, path))) process.exitCode = 1;
  console.log(
    `Machine load: ${os.loadavg()[0]!.toFixed(1)} on ${os.cpus().length} cores. A busy machine lowers the performance score.`,
  );
});

const configFile = fileURLToPath(new URL("../../../web/vite.config.ts", import.meta.url));
const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".woff2": "font/woff2",
};
const isCompressed = new Set([".png", ".woff2"]);

/** Builds the web app into a temporary folder and serves it on a free local port while `use` runs. */
async function withPreview<T>(use: (origin: string) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "plumbline-web-"));
  try {
    await build({ configFile, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    return await withServer(outDir, use);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Serves files like Hosting: compressed, pages without `.html`, and cacheable assets. Vite's preview doesn't
 * compress.
 */
async function withServer<T>(folder: string, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const file = await fileOf(folder, pathname);
      if (!file) return void response.writeHead(404).end();
      const { extension, body } = file;
      const isGzip = !isCompressed.has(extension);
      response.writeHead(200, {
        "Content-Type": types[extension] ?? "application/octet-stream",
        "Cache-Control": pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ...(isGzip && { "Content-Encoding": "gzip" }),
      });
      response.end(isGzip ? gzipSync(body, { level: 9 }) : body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function fileOf(folder: string, pathname: string): Promise<{ extension: string; body: Buffer } | null> {
  const name = pathname === "/" ? "/index" : path.posix.normalize(pathname);
  for (const suffix of ["", ".html"]) {
    const file = path.join(folder, name + suffix);
    const body = await readFile(file).catch(() => null);
    if (body) return { extension: path.extname(file), body };
  }
  return null;
}
