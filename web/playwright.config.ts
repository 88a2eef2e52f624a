import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./e2e/stack/chromium";

/**
 * Journeys that set their own width, or whose screens other journeys cover at both widths. Single tests like
 * that, for example of the server's answers, have the tag `@one-width`.
 */
const atOneWidth =
  /(accessibility|account|billing|failures|headers|main-job|tokens|workspaces|wrong-secret)\.spec\.ts$/;

/** Checks every page with axe, for layout shifts and for sideways scrolling. */
const everyPage = /every-page\.spec\.ts$/;

/**
 * Journeys through the whole stack in a real browser. `e2e/stack/global-setup.ts` starts it with empty data
 * on free ports.
 */
export default defineConfig({
  testDir: "./e2e/journeys",
  globalSetup: "./e2e/stack/global-setup.ts",
  outputDir: "./test-results",
  // Three browsers and one stack share two cores, because they mostly wait for each other. A user or a project belongs to one
  // test only.
  workers: 3,
  fullyParallel: true,
  // Only guards against hangs: a busy machine may be slow.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    locale: "en-US",
    actionTimeout: 60_000,
    acceptDownloads: true,
    // Drawing animations without a graphics card is slow, and tests wait for them to end.
    reducedMotion: "reduce",
    // Traces slow down every test. Use `--trace on` to record them.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...chromiumArgs],
    },
  },
  projects: [
    { name: "1280", use: { viewport: { width: 1280, height: 800 } }, testIgnore: everyPage },
    // These set the width themselves. They take longest, so the short ones at 360 px fill the time beside the last of them.
    { name: "every-page", testMatch: everyPage },
    {
      name: "360",
      use: { viewport: { width: 360, height: 740 } },
      testIgnore: [everyPage, atOneWidth],
      grepInvert: /@one-width/,
    },
  ],
});
