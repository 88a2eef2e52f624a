import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { openSession } from "../stack/account";
import { expect, test } from "./journey";
import { sharedReport } from "./shared-report";
import { emptyRoutes, prerenderedRoutes, signedInRoutes, signedOutRoutes } from "./routes";

test.describe("axe finds nothing and nothing scrolls sideways", () => {
  test("on signed-out pages", async ({ page }) => {
    for (const path of signedOutRoutes) await inspect(page, path);
  });

  test("on the pages of an empty account", async ({ page, account }) => {
    expect(account.uid).not.toBe("");
    for (const path of emptyRoutes) await inspect(page, path);
  });

  // In parts of about the same length as the other tests, so that the browsers end together.
  for (const part of [0, 1, 2, 3] as const)
    test(`on the pages of an account with a report, part ${part + 1}`, async ({ page, context }) => {
      const shared = await sharedReport();
      await openSession(context, shared.account);
      for (const path of signedInRoutes(shared).filter((_, index) => index % 4 === part))
        await inspect(page, path);
    });
});

test("a public page whose HTML arrives in pieces, with its font after them, shows each piece where it stays", async ({
  page,
  baseURL,
}) => {
  const { origin, close } = await slowly(baseURL!);
  await page.addInitScript(recordLayoutShift);
  for (const width of [1280, 360])
    for (const path of prerenderedRoutes) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(origin + path);
      await page.evaluate(() => document.fonts.ready);
      // What the next piece brings may only be added below: many small steps would stay below the other limit.
      await expectNoLayoutShift(page, `${path} in pieces at ${width} px`, 0.01);
    }
  await close();
});

/** HTML is cut only where something that people read as one ends: half of a name may move when its rest arrives. */
const pieceEnd = /(?<=<\/(?:a|button|div|dl|figure|h\d|li|p|section|table)>)/;

async function sendInPieces(response: ServerResponse, html: string): Promise<void> {
  for (const piece of html.split(pieceEnd)) {
    response.write(piece);
    await pause(20);
  }
  response.end();
}

/** Serves an app's pages again: HTML in pieces with pauses in which a browser paints, then the font. */
async function slowly(app: string): Promise<{ origin: string; close: () => Promise<void> }> {
  let htmlSent = Promise.resolve();
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(app + request.url);
      const type = answer.headers.get("content-type") ?? "";
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-type": type });
      if (type.startsWith("text/html")) {
        htmlSent = sendInPieces(response, body.toString("utf8"));
        return;
      }
      if (type.startsWith("font/")) await htmlSent;
      response.end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How much content may move while a page loads: Cumulative Layout Shift is "good" up to 0.1. */
const maxLayoutShift = 0.05;

/** Inspects a page in both themes at 1280 px, then zoomed, then in the light theme at the width of a small phone. */
async function inspect(page: Page, path: string): Promise<void> {
  await page.addInitScript(recordLayoutShift);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await settled(page);
  await expectNoLayoutShift(page, `${path} at 1280 px`);
  await expectNoViolation(`${path}, light`, axe(page));
  // The other theme has the same elements in different colors.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expectNoViolation(`${path}, dark`, axe(page).withRules(["color-contrast", "link-in-text-block"]));
  // What 1280 by 800 px show at a zoom of 200%.
  await page.setViewportSize({ width: 640, height: 400 });
  await expectToFit(page, `${path} at 200%`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await settled(page);
  await expectNoLayoutShift(page, `${path} at 360 px`);
  await expectToFit(page, `${path} at 360 px`);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await expectNoViolation(`${path}, light, at 360 px`, axe(page).withRules(rulesOfWidth));
}

/** Rules whose result may depend on the width: some parts exist only on phones, or scroll only there. */
const rulesOfWidth = [
  "aria-hidden-focus",
  "button-name",
  "color-contrast",
  "label",
  "link-name",
  "scrollable-region-focusable",
  "target-size",
];

async function expectToFit(page: Page, where: string): Promise<void> {
  // Charts notice a new width one frame later.
  await expect
    .soft(async () => expect(await page.evaluate(sidewaysPx), `${where} scrolls sideways`).toBe(0))
    .toPass({ timeout: 60_000 });
}

async function expectNoLayoutShift(page: Page, where: string, limit = maxLayoutShift): Promise<void> {
  const { layoutShift, moved } = await page.evaluate(() => {
    const { layoutShift, moved } = window as unknown as LayoutShifts;
    return { layoutShift, moved };
  });
  expect.soft(layoutShift, `layout shift of ${where}: ${moved.join(", ")}`).toBeLessThanOrEqual(limit);
}

type LayoutShifts = {
  layoutShift: number;
  /** What moved, and by how many pixels or out of view. */ moved: string[];
};

/** Adds up how far content has moved since the first paint without an input. */
function recordLayoutShift(): void {
  type LayoutShift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const counter = window as unknown as Partial<LayoutShifts>;
  // Every inspected page adds this script again, but one recorder per document is enough.
  if (counter.layoutShift !== undefined) return;
  counter.layoutShift = 0;
  const moved: string[] = (counter.moved = []);
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      counter.layoutShift = (counter.layoutShift ?? 0) + value;
      for (const { node, previousRect, currentRect } of sources)
        moved.push(
          `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${currentRect.height ? `${Math.round(currentRect.y - previousRect.y)} px` : "out of view"}`,
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
